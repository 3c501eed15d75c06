'use client';

import type { ComponentProps } from 'react';
import { CharacterCount } from '@/components/forms/character-count';
import { FieldFrame, type FieldProps, unitOf } from '@/components/forms/field-frame';
import { textOf, useLeadForm } from '@/components/forms/form-context';
import { FAMILY_OF, type FieldKind } from '@/lib/forms/field';
import type { FormField } from '@/lib/forms/form-model';
import { isNumberField } from '@/lib/forms/number-answer';
import { NumberInterpretationLine } from './number-interpretation';
import { FORM_CONTROL, ONE_LINE, SHORT } from './variants';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'step'
>;

const NUMBER: InputProps = { type: 'text', inputMode: 'decimal', spellCheck: false };
const ADDRESS: InputProps = { autoCapitalize: 'none', spellCheck: false };

/** The keyboard and native picker of each kind but numbers, which are text, because people write them differently. */
const INPUTS: Partial<Record<FieldKind, InputProps>> = {
  email: { type: 'email', ...ADDRESS },
  phone: { type: 'tel', spellCheck: false },
  url: { type: 'url', ...ADDRESS },
  date: { type: 'date' },
  'date-time': { type: 'datetime-local', step: 'any' },
};

/** Kinds whose answers have few characters. */
const isShort = ({ kind }: FormField) =>
  kind === 'phone' || FAMILY_OF[kind] === 'number' || FAMILY_OF[kind] === 'date';

/** `America/New_York` as people read it. */
const nameOfZone = (timeZone: string) => timeZone.replaceAll('_', ' ');

/** The number, its unit and how it is read; the last below the first on phones. */
const NUMBER_LINE = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:flex sm:flex-wrap';

/**
 * All single-line inputs. The lead is a third person, so nothing is autofilled from the agent (requirement
 * F22).
 */
export function InputField({ field, conflict }: FieldProps) {
  const { register, values, timeZone } = useLeadForm();
  const { type = 'text', ...input } = isNumberField(field) ? NUMBER : (INPUTS[field.kind] ?? {});
  const unit = field.kind === 'date-time' ? nameOfZone(timeZone) : unitOf(field);
  return (
    <FieldFrame field={field} conflict={conflict}>
      {(wiring) => (
        <>
          <div className={isNumberField(field) ? NUMBER_LINE : 'flex flex-wrap items-center gap-x-2 gap-y-1'}>
            <input
              {...wiring}
              {...input}
              {...register(field.key)}
              type={type}
              autoComplete="off"
              dir={type === 'text' && !input.inputMode ? 'auto' : undefined}
              defaultValue={textOf(values, field.key)}
              className={isShort(field) && !field.half ? `${ONE_LINE} ${SHORT}` : ONE_LINE}
            />
            {unit && (
              <span id={`${field.key}-unit`} className="shrink-0 whitespace-nowrap text-muted">
                {unit}
              </span>
            )}
            {isNumberField(field) && <NumberInterpretationLine field={field} />}
          </div>
          {field.counted && <CharacterCount field={field} />}
        </>
      )}
    </FieldFrame>
  );
}

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
            className={`${FORM_CONTROL} field-sizing-content max-h-96 min-h-28`}
          />
          {field.counted && <CharacterCount field={field} />}
        </>
      )}
    </FieldFrame>
  );
}
