'use client';

import { useEffect, useRef } from 'react';
import type { FormField } from '@/lib/forms/form-model';
import { interpretationOf, type NumberInterpretation } from '@/lib/forms/number-answer';
import { fill } from '@/lib/forms/texts';
import { textOf, useLeadForm } from '../form-context';

/** How long a person must pause before a screen reader announces the interpretation, in milliseconds. */
const PAUSE_MS = 800;

/**
 * How a number is read that could be two, or is not written as the page's language does, and a button for the other number:
 * shown beside the field with every key. Written directly into the DOM: a key must not make React render anything
 * (requirement F4). Screen readers announce it after a pause, not with every key.
 */
export function NumberInterpretationLine({ field }: { field: FormField }) {
  const { choose, locale, texts, values } = useLeadForm();
  const seen = useRef<HTMLSpanElement>(null);
  const heard = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const other = useRef<NumberInterpretation>(undefined);

  useEffect(() => {
    const control = inputOf(field.key);
    if (!control) return;
    let timer: number | undefined;
    const show = () => {
      const interpretation = interpretationOf(field, control.value, locale);
      other.current = interpretation?.other;
      if (button.current) {
        button.current.hidden = !interpretation?.other;
        button.current.textContent = interpretation?.other
          ? fill(texts.otherInterpretation, { number: interpretation.other.label })
          : '';
      }
      const text = interpretation?.label ? `= ${interpretation.label}` : '';
      if (!seen.current || seen.current.textContent === text) return;
      seen.current.textContent = text;
      window.clearTimeout(timer);
      // Below it, the form's buttons may cover what appears.
      if (control === document.activeElement)
        (interpretation?.other ? button : seen).current?.scrollIntoView({ block: 'nearest' });
      const spoken = interpretation?.label && fill(texts.readAs, { number: interpretation.label });
      timer = window.setTimeout(() => heard.current?.replaceChildren(spoken ?? ''), PAUSE_MS);
    };
    show();
    control.addEventListener('input', show);
    return () => {
      window.clearTimeout(timer);
      control.removeEventListener('input', show);
    };
  }, [field, locale, texts]);

  const take = () => {
    if (!other.current) return;
    choose(field.key, other.current.text);
    const control = inputOf(field.key);
    control?.dispatchEvent(new Event('input'));
    control?.focus();
  };
  const first = interpretationOf(field, textOf(values, field.key), locale);
  return (
    <>
      {/* Servers and browsers write a space of a number differently. */}
      <span
        ref={seen}
        suppressHydrationWarning
        className="text-muted tabular-nums empty:hidden max-sm:col-span-full"
      >
        {first?.label && `= ${first.label}`}
      </span>
      <button
        ref={button}
        type="button"
        hidden
        onClick={take}
        className="min-h-8 justify-self-start text-accent tabular-nums underline max-sm:col-span-full"
      />
      <span ref={heard} role="status" className="sr-only" />
    </>
  );
}

function inputOf(key: string): HTMLInputElement | undefined {
  const control = document.getElementById(key);
  return control instanceof HTMLInputElement ? control : undefined;
}
