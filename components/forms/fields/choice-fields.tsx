'use client';

import type { ComponentProps } from 'react';
import {
  FieldFrame,
  type FieldProps,
  GroupFrame,
  TickFrame,
  type Wiring,
} from '@/components/forms/field-frame';
import { listOf, textOf, useLeadForm } from '@/components/forms/form-context';
import { TICK_IN_LINE } from '@/components/ui/field';
import type { FormField } from '@/lib/forms/form-model';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { CHOICE_LINE, ONE_LINE } from './variants';

/** Any number of a few choices. */
export function CheckboxesField({ field, conflict }: FieldProps) {
  return (
    <GroupFrame field={field} conflict={conflict}>
      {(wiring) => (
        <div className="flex flex-wrap gap-2">
          <CheckboxList field={field} wiring={wiring} />
        </div>
      )}
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
        className={TICK_IN_LINE}
      />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {retired ? fill(texts.noLongerOffered, { label }) : label}
      </span>
    </label>
  ));
}

/** A few choices at a glance, or a required yes and no. Nothing is preselected. */
export function RadiosField({ field, conflict }: FieldProps) {
  const { register, values, texts } = useLeadForm();
  const start = textOf(values, field.key);
  return (
    <GroupFrame field={field} conflict={conflict}>
      {({ id }) => (
        <div className="flex flex-wrap gap-2">
          {choicesOf(field, texts).map(({ value, label }, index) => (
            <label key={value} className={CHOICE_LINE}>
              <input
                {...register(field.key)}
                id={index === 0 ? id : `${id}-${index}`}
                type="radio"
                value={value}
                defaultChecked={value !== '' && value === start}
                className={TICK_IN_LINE}
              />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {label}
              </span>
            </label>
          ))}
        </div>
      )}
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

/** An optional yes: a checkbox, never ticked initially. */
export function CheckboxField({ field, conflict }: FieldProps) {
  const { register, values } = useLeadForm();
  return (
    <TickFrame field={field} conflict={conflict}>
      {(wiring) => (
        <input
          {...wiring}
          {...register(field.key)}
          type="checkbox"
          value="true"
          defaultChecked={textOf(values, field.key) === 'true'}
          className={`${TICK_IN_LINE} mt-3`}
        />
      )}
    </TickFrame>
  );
}
