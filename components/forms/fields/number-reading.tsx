'use client';

import { useEffect, useRef, useState } from 'react';
import { TICK_IN_LINE } from '@/components/ui/field';
import type { FormField } from '@/lib/forms/form-model';
import { type NumberQuestion, numberQuestion, readingName } from '@/lib/forms/number-answer';
import { fill } from '@/lib/forms/texts';
import { useFieldError, useLeadForm } from '../form-context';
import { sharesHabits } from '../number-habits';
import { CHOICE_LINE } from './variants';

/**
 * The choice between two readings of a number, below the field. Rendered by the server too: without scripts
 * the choice is posted with the text. It stays until the text changes, so that the choice can be changed.
 */
export function NumberChoices({ field }: { field: FormField }) {
  const { choose, textIn, locale, texts } = useLeadForm();
  const error = useFieldError(field.key);
  const [answered, setAnswered] = useState<NumberQuestion>();
  const asked = error === undefined ? answered : numberQuestion(field, textIn(field.key), locale);
  const question = asked && (error === undefined || asked.message === error) ? asked : undefined;

  useEffect(() => {
    const control = inputOf(field.key);
    if (!answered || !control) return;
    const forget = () => {
      if (!answered.choices.some(({ text }) => text === control.value)) setAnswered(undefined);
    };
    control.addEventListener('input', forget);
    return () => control.removeEventListener('input', forget);
  }, [answered, field.key]);

  if (!question) return null;
  const id = readingName(field.key);
  const take = (text: string) => {
    setAnswered(question);
    choose(field.key, text);
    inputOf(field.key)?.dispatchEvent(new Event('input'));
  };
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      className="mt-2 min-w-0 rounded-control border border-line-strong bg-accent-soft px-3 pt-2"
    >
      <legend id={`${id}-label`} className="float-left w-full text-sm font-semibold wrap-anywhere">
        {fill(texts.whichNumber, { typed: question.typed })}
      </legend>
      <div className="clear-both">
        {question.choices.map(({ text, label }) => (
          <label key={text} className={CHOICE_LINE}>
            <input type="radio" name={id} value={text} onChange={() => take(text)} className={TICK_IN_LINE} />
            <span className="tabular-nums">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The reading of a number that people with other habits would read differently: shown while it is typed, and
 * posted with it, so that only a reading that was shown is used. Written directly into the DOM: a key must
 * not make React render anything (requirement F4).
 */
export function NumberReading({ field }: { field: FormField }) {
  const { locale, texts } = useLeadForm();
  const shown = useRef<HTMLParagraphElement>(null);
  const sent = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const control = inputOf(field.key);
    if (!control || !sharesHabits(locale)) return;
    const show = () => {
      const usual = numberQuestion(field, control.value, locale)?.usual;
      const words = usual ? fill(texts.readAs, { number: usual.label }) : '';
      if (shown.current && shown.current.textContent !== words) shown.current.textContent = words;
      if (sent.current) sent.current.value = usual?.text ?? '';
    };
    show();
    control.addEventListener('input', show);
    return () => control.removeEventListener('input', show);
  }, [field, locale, texts]);

  return (
    <>
      <p ref={shown} role="status" className="text-sm text-muted tabular-nums not-empty:mt-1" />
      <input ref={sent} type="hidden" name={readingName(field.key)} />
    </>
  );
}

function inputOf(key: string): HTMLInputElement | undefined {
  const control = document.getElementById(key);
  return control instanceof HTMLInputElement ? control : undefined;
}
