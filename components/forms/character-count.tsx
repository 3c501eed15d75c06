'use client';

import { useEffect, useRef } from 'react';
import { countCharacters } from '@/lib/forms/characters';
import type { FormField } from '@/lib/forms/drawing';
import { lineEnds } from '@/lib/forms/raw';
import { fill } from '@/lib/forms/texts';
import { textOf, useLeadForm } from './form-context';

/** How long a person must pause before a screen reader is told the count. */
const PAUSE = 1000;

/**
 * How many characters are left. Written straight into the page: a key in a valid field must not make React
 * render anything (forms F4). Screen readers hear it after a pause, not with every key.
 */
export function CharacterCount({ field }: { field: FormField }) {
  const { values, texts } = useLeadForm();
  const seen = useRef<HTMLParagraphElement>(null);
  const heard = useRef<HTMLParagraphElement>(null);
  const most = field.maxLength ?? 0;

  useEffect(() => {
    const control = document.getElementById(field.key);
    let timer: number | undefined;
    const count = () => {
      const text = isTextControl(control) ? control.value : '';
      const left = most - countCharacters(lineEnds(text).trim());
      const words = fill(left < 0 ? texts.charactersOver : texts.charactersLeft, { count: Math.abs(left) });
      if (!seen.current || seen.current.textContent === words) return;
      seen.current.textContent = words;
      seen.current.classList.toggle('text-danger', left < 0);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => heard.current?.replaceChildren(words), PAUSE);
    };
    count();
    control?.addEventListener('input', count);
    return () => {
      window.clearTimeout(timer);
      control?.removeEventListener('input', count);
    };
  }, [field.key, most, texts]);

  const left = most - countCharacters(textOf(values, field.key));
  return (
    <>
      <p ref={seen} id={`${field.key}-limit`} className="mt-1 text-sm text-muted tabular-nums">
        {fill(texts.charactersLeft, { count: left })}
      </p>
      <p ref={heard} role="status" className="sr-only" />
    </>
  );
}

function isTextControl(control: HTMLElement | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}
