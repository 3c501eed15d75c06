'use client';

import { type ComponentType, memo } from 'react';
import type { Control } from '@/lib/forms/control';
import type { FieldProps } from './field-frame';
import { CheckboxField } from './fields/checkbox-field';
import { CheckboxesField } from './fields/checkboxes-field';
import { ComboboxField, MultiComboboxField } from './fields/combobox-fields';
import { InputField } from './fields/input-field';
import { RadiosField } from './fields/radios-field';
import { SelectField } from './fields/select-field';
import { TextareaField } from './fields/textarea-field';

const FIELDS: Record<Control, ComponentType<FieldProps>> = {
  input: InputField,
  textarea: TextareaField,
  checkbox: CheckboxField,
  'yes-no': RadiosField,
  radios: RadiosField,
  select: SelectField,
  combobox: ComboboxField,
  checkboxes: CheckboxesField,
  'multi-combobox': MultiComboboxField,
};

/** One field with its control. Re-rendered only for another field or a new conflict. */
export const LeadField = memo(function LeadField(props: FieldProps) {
  const Field = FIELDS[props.field.control];
  return <Field {...props} />;
});
