'use client';

import { type ComponentType, memo } from 'react';
import type { Control } from '@/lib/forms/control';
import type { FieldProps } from './field-frame';
import { CheckboxesField, CheckboxField, RadiosField, SelectField } from './fields/choice-fields';
import { ComboboxField, MultiComboboxField } from './fields/combobox-fields';
import { InputField, TextareaField } from './fields/text-fields';

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
