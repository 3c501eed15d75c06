'use client';

import type { FormField } from '@/lib/forms/form-model';
import { fill } from '@/lib/forms/texts';
import { type FieldProps, GroupFrame, type Wiring } from '../field-frame';
import { listOf, useLeadForm } from '../form-context';
import { CHOICE_LINE, TICK } from './variants';

/** Any number of a few choices. */
export function CheckboxesField({ field, conflict }: FieldProps) {
  return (
    <GroupFrame field={field} conflict={conflict}>
      {(wiring) => <CheckboxList field={field} wiring={wiring} />}
    </GroupFrame>
  );
}

/** The checkboxes; without `wiring` if they only hold the value of another control. */
export function CheckboxList({ field, wiring }: { field: FormField; wiring?: Wiring }) {
  const { register, values, texts } = useLeadForm();
  const chosen = new Set(listOf(values, field.key));
  return field.options?.map(({ value, label, retired }, index) => (
    <label key={String(value)} className={CHOICE_LINE}>
      <input
        {...register(field.key)}
        id={index === 0 ? wiring?.id : wiring && `${wiring.id}-${index}`}
        aria-invalid={wiring?.['aria-invalid']}
        type="checkbox"
        value={String(value)}
        defaultChecked={chosen.has(String(value))}
        className={TICK}
      />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {retired ? fill(texts.noLongerOffered, { label }) : label}
      </span>
    </label>
  ));
}
