'use client';

import type { FormField } from '@/lib/forms/form-model';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { type FieldProps, GroupFrame } from '../field-frame';
import { textOf, useLeadForm } from '../form-context';
import { CHOICE_LINE, TICK } from './variants';

/** A few choices at a glance, or a required yes and no. Nothing is preselected. */
export function RadiosField({ field, conflict }: FieldProps) {
  const { register, values, texts } = useLeadForm();
  const start = textOf(values, field.key);
  return (
    <GroupFrame field={field} conflict={conflict}>
      {({ id }) =>
        choicesOf(field, texts).map(({ value, label }, index) => (
          <label key={value} className={CHOICE_LINE}>
            <input
              {...register(field.key)}
              id={index === 0 ? id : `${id}-${index}`}
              type="radio"
              value={value}
              defaultChecked={value !== '' && value === start}
              className={TICK}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {label}
            </span>
          </label>
        ))
      }
    </GroupFrame>
  );
}

function choicesOf(field: FormField, texts: FormTexts): { value: string; label: string }[] {
  if (field.control === 'yes-no') {
    return [
      { value: 'true', label: texts.yes },
      { value: 'false', label: texts.no },
    ];
  }
  const offered = (field.options ?? []).map(({ value, label, retired }) => ({
    value: String(value),
    label: retired ? fill(texts.noLongerOffered, { label }) : label,
  }));
  // A radio button cannot be unchecked: an optional question needs an empty option.
  return field.required ? offered : [...offered, { value: '', label: texts.noAnswer }];
}
