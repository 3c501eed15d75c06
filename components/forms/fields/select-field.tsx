'use client';

import type { ComponentProps } from 'react';
import type { FormField } from '@/lib/forms/form-model';
import { fill } from '@/lib/forms/texts';
import { FieldFrame, type FieldProps } from '../field-frame';
import { textOf, useLeadForm } from '../form-context';
import { ONE_LINE } from './variants';

/** One of a list in a native control. */
export function SelectField({ field, conflict }: FieldProps) {
  return (
    <FieldFrame field={field} conflict={conflict}>
      {(wiring) => <NativeSelect field={field} {...wiring} />}
    </FieldFrame>
  );
}

/**
 * The select itself; also stands in for a combobox until its script has loaded, and holds its value
 * afterwards.
 */
export function NativeSelect({ field, ...props }: { field: FormField } & ComponentProps<'select'>) {
  const { register, values, texts } = useLeadForm();
  return (
    <select {...register(field.key)} defaultValue={textOf(values, field.key)} className={ONE_LINE} {...props}>
      <option value="">{texts.selectOne}</option>
      {field.options?.map(({ value, label, retired }) => (
        <option key={String(value)} value={String(value)}>
          {retired ? fill(texts.noLongerOffered, { label }) : label}
        </option>
      ))}
    </select>
  );
}
