'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormField } from '@/lib/forms/form-model';
import { type NumberQuestion, numberQuestion, readingName, readingOf } from '@/lib/forms/number-answer';
import { fill } from '@/lib/forms/texts';
import { textOf, useFieldError, useLeadForm } from '../form-context';
import { sharesHabits } from '../number-habits';
import { NumberChoices } from './number-choices';

/** How long a person must pause before a screen reader announces the reading and the choice appears, in milliseconds. */
const PAUSE_MS = 800;

/**
 * The reading of a number that can be read in two ways, or is not written as the page's language does: shown
 * beside the field with every key, and posted with it, so that only a reading that was shown is used. Written
 * directly into the DOM: a key must not make React render anything (requirement F4). Screen readers announce
 * it after a pause, not with every key.
 */
export function NumberReading({ field }: { field: FormField }) {
  const { locale, texts, values } = useLeadForm();
  const seen = useRef<HTMLSpanElement>(null);
  const heard = useRef<HTMLSpanElement>(null);
  const sent = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const control = inputOf(field.key);
    if (!control) return;
    let timer: number | undefined;
    const show = () => {
      const reading = readingOf(field, control.value, { locale, sharesHabits: () => sharesHabits(locale) });
      const words = reading ? `= ${reading.label}` : '';
      if (sent.current) sent.current.value = reading?.text ?? '';
      if (!seen.current || seen.current.textContent === words) return;
      seen.current.textContent = words;
      window.clearTimeout(timer);
      const spoken = reading?.question?.message ?? (reading && fill(texts.readAs, { number: reading.label }));
      timer = window.setTimeout(() => heard.current?.replaceChildren(spoken ?? ''), PAUSE_MS);
    };
    show();
    control.addEventListener('input', show);
    return () => {
      window.clearTimeout(timer);
      control.removeEventListener('input', show);
    };
  }, [field, locale, texts]);

  // Rendered by the server too. Whether the page's usual reading counts is only known in the browser.
  const first = readingOf(field, textOf(values, field.key), { locale, sharesHabits: () => false });
  return (
    <>
      {/* Servers and browsers write a space of a number differently. */}
      <span
        ref={seen}
        suppressHydrationWarning
        className="text-muted tabular-nums empty:hidden max-sm:col-span-full"
      >
        {first && `= ${first.label}`}
      </span>
      <span ref={heard} role="status" className="sr-only" />
      <input ref={sent} type="hidden" name={readingName(field.key)} />
    </>
  );
}

/**
 * The choice between two readings of a number, below the field: after a pause in typing, and with the error
 * after a submit. It stays until the text changes, so that the choice can be changed. Rendered by the server
 * too: without scripts the choice is posted with the text.
 */
export function NumberQuestionBelow({ field }: { field: FormField }) {
  const { choose, textIn, locale } = useLeadForm();
  const error = useFieldError(field.key);
  const [asked, setAsked] = useState<NumberQuestion>();
  /** What is asked: known without rendering, so that a key in a number without a question renders nothing. */
  const current = useRef<NumberQuestion>(undefined);
  const update = useCallback((next: NumberQuestion | undefined) => {
    if (current.current === next) return;
    current.current = next;
    setAsked(next);
  }, []);

  useEffect(() => {
    const control = inputOf(field.key);
    if (!control) return;
    let timer: number | undefined;
    const ask = () => {
      window.clearTimeout(timer);
      if (current.current && !isAbout(current.current, control.value)) update(undefined);
      timer = window.setTimeout(() => {
        const reading = readingOf(field, control.value, { locale, sharesHabits: () => sharesHabits(locale) });
        if (reading?.question) update(reading.question);
      }, PAUSE_MS);
    };
    // The text may have been typed before the scripts loaded.
    ask();
    control.addEventListener('input', ask);
    return () => {
      window.clearTimeout(timer);
      control.removeEventListener('input', ask);
    };
  }, [field, locale, update]);

  const question =
    asked ?? (error === undefined ? undefined : numberQuestion(field, textIn(field.key), locale));
  if (!question || (error !== undefined && error !== question.message)) return null;
  const take = (text: string) => {
    update(question);
    choose(field.key, text);
    inputOf(field.key)?.dispatchEvent(new Event('input'));
  };
  return <NumberChoices id={readingName(field.key)} question={question} onChoose={take} />;
}

/** True if the text is the one in question, or one of its answers. */
function isAbout({ typed, choices }: NumberQuestion, value: string): boolean {
  return value.trim() === typed || choices.some(({ text }) => text === value);
}

function inputOf(key: string): HTMLInputElement | undefined {
  const control = document.getElementById(key);
  return control instanceof HTMLInputElement ? control : undefined;
}
