'use client';

import { memo, useEffect, useRef } from 'react';
import { type FieldErrors, type UseFormReturn, useFormState } from 'react-hook-form';
import { Icon } from '@/components/ui/icons';
import { pluralText } from '@/lib/core/language';
import { choiceName } from '@/lib/forms/form-data';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValues, isBlank } from '@/lib/forms/input-values';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { messageOf } from './form-context';
import { openAround, showControl } from './reveal';

type Props = {
  form: UseFormReturn<InputValues>;
  model: FormModel;
  /** Errors of the form as a whole. */
  formErrors: readonly string[];
  texts: FormTexts;
  /** Counts failed submits: each one moves the focus here. */
  attempt: number;
};

/**
 * How many answers are missing or wrong, with a link to each in the form's order: what is wrong is said at the field.
 * Takes the focus after every failed submit (requirement F8).
 */
export const ErrorSummary = memo(function ErrorSummary({ form, model, formErrors, texts, attempt }: Props) {
  const box = useRef<HTMLElement>(null);
  const { errors } = useFormState(form);
  useTranslatedErrors({ errors, locale: model.locale, form });
  const items = model.fields
    .flatMap(({ key, label }) => [key, choiceName(key)].map((id) => ({ id, key, label })))
    .filter(({ id }) => messageOf(errors, id) !== undefined);
  const counted = items.every(({ id, key }) => id === key && isBlank(form.getValues(key)))
    ? texts.missing
    : texts.toCheck;

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
      className="mb-5 flex gap-2 rounded-control bg-danger-soft px-3.5 py-2.5 outline-none"
    >
      <Icon name="triangle-alert" className="mt-0.5 size-4 text-danger" />
      <div className="min-w-0">
        <h2 id="problem-heading" className="font-semibold">
          {items.length > 0 ? pluralText(model.locale, counted, items.length) : texts.problem}
        </h2>
        {formErrors.map((message) => (
          <p key={message} className="wrap-anywhere">
            {message}
          </p>
        ))}
        <ul className="flex flex-wrap gap-x-4 empty:hidden">
          {items.map(({ id, label }) => (
            <li key={id} className="min-w-0">
              <a
                href={`#${id}`}
                dir="auto"
                className="inline-block min-h-6 py-0.5 wrap-anywhere text-danger underline"
                onClick={(event) => {
                  event.preventDefault();
                  showControl(id);
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
});

function markTitle(pattern: string): void {
  const prefix = fill(pattern, { title: '' }).trimEnd();
  if (!document.title.startsWith(prefix)) document.title = fill(pattern, { title: document.title });
}

type Options = { errors: FieldErrors<InputValues>; locale: string; form: UseFormReturn<InputValues> };

/**
 * Validates the fields with errors again when the form's language changes, so that their messages follow. The
 * server's own stay: it sent one language, and their reason is not known here.
 */
function useTranslatedErrors({ errors, locale, form: { trigger } }: Options): void {
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    const keys = Object.keys(errors).filter((key) => errors[key]?.type === 'rule');
    if (keys.length > 0) void trigger(keys);
  }, [errors, locale, trigger]);
}
