'use client';

import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CARD } from '@/components/ui/card';
import { Icon } from '@/components/ui/icons';
import type { FormModel } from '@/lib/forms/form-model';
import { type FormSummary, summarize } from '@/lib/forms/form-summary';
import type { InputValues } from '@/lib/forms/input-values';
import type { Conflict } from '@/lib/forms/state';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { showControl } from './reveal';

type Props = {
  form: UseFormReturn<InputValues>;
  model: FormModel;
  /** What the controls were rendered with. */
  values: InputValues;
  /** The controls' values before any input. */
  start: InputValues;
  /** The fields with two answers, of which the person chooses one. */
  conflicts: readonly Conflict[];
  texts: FormTexts;
};

/** Shown for an answer that is missing. */
const NONE = '–';

/**
 * Beside the form on wide screens: what will be sent, and what is still missing. Rendered by the server, then
 * written directly into the DOM: a key in a valid field must not make React render anything (requirement F4).
 * Without scripts it lists what is required.
 */
export const FormRail = memo(function FormRail({ form, model, values, start, conflicts, texts }: Props) {
  const root = useRef<HTMLElement>(null);
  const asked = useMemo(
    () => ({
      keys: new Set(conflicts.filter(({ choice }) => !choice).map(({ key }) => key)),
      text: texts.railUndecided,
    }),
    [conflicts, texts],
  );
  const linesOf = useCallback((summary: FormSummary) => linesIn(summary, { model, texts }), [model, texts]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const gone = new AbortController();
    // Nobody waits for it: the form can be used earlier. If it does not load, what was rendered stays.
    void import('./follow-form').then(
      ({ followForm }) => {
        if (root.current && !gone.signal.aborted)
          stop = followForm(root.current, { form, model, start, asked, linesOf });
      },
      () => undefined,
    );
    return () => {
      gone.abort();
      stop?.();
    };
  }, [form, model, start, asked, linesOf]);

  const summary = summarize(model, { values, start, undecided: asked });
  const lines = linesOf(summary);
  const isEdit = model.purpose === 'edit';
  return (
    <section
      ref={root}
      aria-labelledby="rail-heading"
      className={`${CARD} sticky top-6 hidden px-5 py-4 rail:block`}
    >
      <h2 id="rail-heading" className="text-lg font-semibold">
        {texts.railTitle}
      </h2>
      <dl className="mt-2 [@media(scripting:none)]:hidden">
        <Row name="company" term={companyLabel(model)} text={lines.company} />
        <Row name="person" term={texts.railPerson} text={lines.person} />
        {!isEdit && <Row name="answered" term={texts.railAnswers} text={lines.answered} />}
      </dl>
      {isEdit ? (
        <FieldLinks name="changed" model={model} keys={summary.changed} title={texts.railChanged} />
      ) : (
        <FieldLinks name="missing" model={model} keys={summary.missing} title={texts.railMissing} />
      )}
      <p
        data-rail="none"
        hidden={isEdit ? summary.changed.length > 0 : summary.missing.length > 0}
        className="mt-3 text-muted"
      >
        {isEdit ? texts.railUnchanged : texts.railComplete}
      </p>
    </section>
  );
});

function Row({ name, term, text }: { name: string; term: string | undefined; text: string }) {
  if (term === undefined) return null;
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-2">
      <dt dir="auto" className="shrink-0 text-sm text-muted">
        {term}
      </dt>
      <dd className="line-clamp-3 min-w-0 text-right wrap-anywhere">
        <bdi data-rail={name}>{text}</bdi>
      </dd>
    </div>
  );
}

/** A link to each field; only those of `keys` are shown. */
function FieldLinks({
  name,
  model,
  keys,
  title,
}: {
  name: 'missing' | 'changed';
  model: FormModel;
  keys: readonly string[];
  title: string;
}) {
  const fields = model.fields.filter(({ required }) => required || name === 'changed');
  return (
    <div data-rail={name} hidden={keys.length === 0} className="mt-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="max-h-96 overflow-y-auto">
        {fields.map(({ key, label }) => (
          <li key={key} data-key={key} hidden={!keys.includes(key)}>
            <a
              href={`#${key}`}
              onClick={(event) => {
                event.preventDefault();
                showControl(key);
              }}
              className="flex min-h-8 min-w-0 items-center gap-2 rounded-small hover:underline"
            >
              {name === 'missing' ? (
                <span className="mx-1 size-1.5 shrink-0 rounded-full bg-line-strong forced-colors:bg-[CanvasText]" />
              ) : (
                <Icon name="pencil" className="size-3.5 text-muted" />
              )}
              <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{label}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function linesIn(
  { company, person, answered }: FormSummary,
  { model, texts }: { model: FormModel; texts: FormTexts },
) {
  return {
    company: company || NONE,
    person: person || NONE,
    answered: fill(texts.railCount, { count: answered, total: model.fields.length }),
  };
}

function companyLabel(model: FormModel): string | undefined {
  return model.fields.find(({ role }) => role === 'company')?.label;
}
