'use client';

import { type FieldProps, TickFrame } from '../field-frame';
import { textOf, useLeadForm } from '../form-context';
import { TICK } from './variants';

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
          className={`${TICK} mt-3`}
        />
      )}
    </TickFrame>
  );
}
