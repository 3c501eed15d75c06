'use client';

import { memo, useEffect, useRef } from 'react';
import { type Control, type FieldErrors, type UseFormTrigger, useFormState } from 'react-hook-form';
import { Icon } from '@/components/ui/icons';
import { choiceName } from '@/lib/forms/form-data';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { messageOf } from './form-context';
import { openAround, showControl } from './reveal';

type Props = {
  control: Control<InputValues>;
  trigger: UseFormTrigger<InputValues>;
  model: FormModel;
  /** Errors of the form as a whole. */
  formErrors: readonly string[];
  texts: FormTexts;
  /** Counts failed submits: each one moves the focus here. */
  attempt: number;
};

/**
 * All errors of the form, in its order, with the same messages as next to the fields. Takes the focus after
 * every failed submit (requirement F8).
 */
export const ErrorSummary = memo(function ErrorSummary({
  control,
  trigger,
  model,
  formErrors,
  texts,
  attempt,
}: Props) {
  const box = useRef<HTMLElement>(null);
  const { errors } = useFormState({ control });
  useTranslatedErrors({ errors, locale: model.locale, trigger });
  const items = model.fields
    .flatMap(({ key }) => [key, choiceName(key)])
    .map((key) => ({ key, message: messageOf(errors, key) }))
    .filter(({ message }) => message !== undefined);

  const focused = useRef(0);

  useEffect(() => {
    if (attempt === 0 || !box.current) return;
    markTitle(texts.errorTitle);
    // Its texts change with the language, which must not take the focus from the menu.
    if (focused.current === attempt) return;
    focused.current = attempt;
    for (const link of box.current.querySelectorAll('a')) openAround(link.hash.slice(1));
    box.current.focus();
  }, [attempt, texts]);

  if (items.length + formErrors.length === 0) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="problem-heading"
      className="mb-6 rounded-control border-2 border-danger bg-danger-soft p-4 focus:outline-2 focus:outline-offset-2 focus:outline-focus"
    >
      <h2 id="problem-heading" className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="triangle-alert" className="size-5 text-danger" />
        {texts.problem}
      </h2>
      <ul className="mt-2 grid gap-1">
        {formErrors.map((message) => (
          <li key={message} className="wrap-anywhere">
            {message}
          </li>
        ))}
        {items.map(({ key, message }) => (
          <li key={key}>
            <a
              href={`#${key}`}
              className="inline-block min-h-6 py-0.5 font-semibold wrap-anywhere text-danger underline"
              onClick={(event) => {
                event.preventDefault();
                showControl(key);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
});

function markTitle(pattern: string): void {
  const prefix = fill(pattern, { title: '' }).trimEnd();
  if (!document.title.startsWith(prefix)) document.title = fill(pattern, { title: document.title });
}

type Options = { errors: FieldErrors<InputValues>; locale: string; trigger: UseFormTrigger<InputValues> };

/**
 * Validates the fields with errors again when the form's language changes, so that their messages follow. The
 * server's own stay: it sent one language, and their reason is not known here.
 */
function useTranslatedErrors({ errors, locale, trigger }: Options): void {
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    const keys = Object.keys(errors).filter((key) => errors[key]?.type === 'rule');
    if (keys.length > 0) void trigger(keys);
  }, [errors, locale, trigger]);
}
