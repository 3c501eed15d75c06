'use client';

import { CharacterCount } from '../character-count';
import { FieldFrame, type FieldProps } from '../field-frame';
import { textOf, useLeadForm } from '../form-context';
import { CONTROL } from './variants';

/** Several lines of text. */
export function TextareaField({ field, conflict }: FieldProps) {
  const { register, values } = useLeadForm();
  return (
    <FieldFrame field={field} conflict={conflict}>
      {(wiring) => (
        <>
          <textarea
            {...wiring}
            {...register(field.key)}
            rows={4}
            autoComplete="off"
            dir="auto"
            defaultValue={textOf(values, field.key)}
            className={`${CONTROL} field-sizing-content max-h-96 min-h-28`}
          />
          {field.counted && <CharacterCount field={field} />}
        </>
      )}
    </FieldFrame>
  );
}
