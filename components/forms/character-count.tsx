'use client';

import { useEffect, useRef } from 'react';
import { pluralText } from '@/lib/core/language';
import { countCharacters } from '@/lib/core/text';
import type { FormField } from '@/lib/forms/form-model';
import { lineEnds } from '@/lib/forms/input-values';
import type { FormTexts } from '@/lib/forms/texts';
import { textOf, useLeadForm } from './form-context';

/** How long a person must pause before a screen reader announces the count, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * The number of characters left. Written directly into the DOM: a key in a valid field must not make React
 * render anything (requirement F4). Screen readers announce it after a pause, not with every key.
 */
export function CharacterCount({ field }: { field: FormField }) {
  const { values, texts, locale } = useLeadForm();
  const seen = useRef<HTMLParagraphElement>(null);
  const heard = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const control = document.getElementById(field.key);
    let timer: number | undefined;
    const count = () => {
      const text = isTextControl(control) ? control.value : '';
      const left = charactersLeft(field, text);
      const countLabel = countText(left, { texts, locale });
      if (!seen.current || seen.current.textContent === countLabel) return;
      seen.current.hidden = isQuiet(field, left);
      seen.current.textContent = countLabel;
      seen.current.classList.toggle('text-danger', left < 0);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => heard.current?.replaceChildren(countLabel), PAUSE_MS);
    };
    count();
    control?.addEventListener('input', count);
    return () => {
      window.clearTimeout(timer);
      control?.removeEventListener('input', count);
    };
  }, [field, texts, locale]);

  const left = charactersLeft(field, textOf(values, field.key));
  return (
    <>
      <p
        ref={seen}
        id={`${field.key}-limit`}
        hidden={isQuiet(field, left)}
        className="mt-1 text-sm text-muted tabular-nums"
      >
        {countText(left, { texts, locale })}
      </p>
      <p ref={heard} role="status" className="sr-only" />
    </>
  );
}

function countText(left: number, { texts, locale }: { texts: FormTexts; locale: string }): string {
  return pluralText(locale, left < 0 ? texts.charactersOver : texts.charactersLeft, Math.abs(left));
}

/** Negative if there are too many. Counted like the rule: trimmed, a line end as one. */
function charactersLeft(field: FormField, text: string): number {
  return (field.maxLength ?? 0) - countCharacters(lineEnds(text).trim());
}

/** A single-line input shows its count only near the end: under every input it would be noise. */
function isQuiet(field: FormField, left: number): boolean {
  return field.kind === 'text' && left > Math.max(10, (field.maxLength ?? 0) / 5);
}

function isTextControl(control: HTMLElement | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}
