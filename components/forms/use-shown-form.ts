'use client';

import { useState } from 'react';
import type { FormModel } from '@/lib/forms/form-model';
import { blankValues, type InputValues, toInputValue } from '@/lib/forms/input-values';
import type { LeadFormState } from '@/lib/forms/state';
import { withTextsOf } from '@/lib/forms/translate-model';

export type ShownForm = {
  model: FormModel;
  values: InputValues;
  hidden: Record<string, string>;
  /** The controls' values before any input: a draft stores the differences. */
  blank: InputValues;
  /** The notice shown until the form is sent. */
  notice?: Extract<LeadFormState, { status: 'changed' | 'conflict' }>;
  /** An earlier submission from this form, with other answers. */
  alreadySubmitted?: Extract<LeadFormState, { status: 'already-submitted' }>['earlier'];
  /** A new number is a new form: its fields are re-mounted. */
  revision: number;
};

type Rendered = Pick<ShownForm, 'model' | 'values' | 'hidden'> & {
  /** The controls' values before any input, if a draft is filled in. */
  start?: InputValues;
};

/**
 * The form on the screen: the one the page was rendered with, until a result of the action brings another
 * one. Later results refer to that one, so it is remembered; only its texts follow the language of the page.
 */
export function useShownForm(rendered: Rendered, state: LeadFormState): ShownForm {
  const [seen, setSeen] = useState({ state, model: rendered.model });
  const [shown, setShown] = useState(() => {
    const first = renderedAt(rendered, state);
    return follow(
      { ...first, values: valuesOf(first, state), blank: first.start ?? first.values, revision: 0 },
      state,
    );
  });
  if (state === seen.state && rendered.model === seen.model) return shown;
  const followed = state === seen.state ? shown : follow(shown, state);
  const model = withTextsOf(followed.model, rendered.model);
  const next = model === followed.model ? followed : { ...followed, model };
  setSeen({ state, model: rendered.model });
  setShown(next);
  return next;
}

/**
 * Without scripts the page is rendered again, and may have no form for the current person: then it is the
 * posted one.
 */
function renderedAt(rendered: Rendered, state: LeadFormState): Rendered {
  if (state.status !== 'account-switch' || !state.model || rendered.model.fields.length > 0) return rendered;
  const { model, version } = state;
  return { model, values: blankValues(model), hidden: { ...rendered.hidden, version } };
}

/** After a submit without scripts the page is rendered again, with the posted values in its fields. */
function valuesOf(rendered: Rendered, state: LeadFormState): InputValues {
  if (state.status === 'account-switch') {
    // The keys of another version do not match these fields.
    if (state.version !== rendered.hidden.version) return rendered.values;
    return Object.fromEntries(
      rendered.model.fields.map((field) => [field.key, toInputValue(field, state.values[field.key])]),
    );
  }
  return 'values' in state ? { ...rendered.values, ...state.values } : rendered.values;
}

function follow(shown: ShownForm, state: LeadFormState): ShownForm {
  switch (state.status) {
    case 'changed':
      return {
        model: state.model,
        values: state.values,
        hidden: { ...shown.hidden, ...state.hidden },
        blank: blankOf(shown, state),
        notice: state,
        revision: shown.revision + 1,
      };
    case 'already-submitted':
      return {
        model: shown.model,
        values: { ...shown.values, ...state.values },
        hidden: { ...shown.hidden, ...state.hidden },
        blank: shown.blank,
        alreadySubmitted: state.earlier,
        // Re-mounted, so that the question comes first and takes the focus.
        revision: shown.revision + 1,
      };
    case 'conflict':
      return {
        model: state.model,
        values: { ...shown.values, ...state.values },
        hidden: { ...shown.hidden, ...state.hidden },
        blank: { ...shown.blank, ...state.newer },
        notice: state,
        // Re-mounted only for newer answers: an error summary has to take the focus.
        revision: shown.revision + state.alsoChanged.length,
      };
    case 'invalid':
    case 'failed':
      return state.hidden ? { ...shown, hidden: { ...shown.hidden, ...state.hidden } } : shown;
    case 'account-switch':
      return state.version === shown.hidden.version
        ? { ...shown, hidden: { ...shown.hidden, ...state.hidden } }
        : shown;
    case 'idle':
      return shown;
  }
}

/** Existing fields start as before; new ones are empty. */
function blankOf(
  shown: ShownForm,
  { model, values }: { model: FormModel; values: InputValues },
): InputValues {
  const before = new Map(shown.model.fields.map((field) => [field.id, field]));
  return Object.fromEntries(
    model.fields.map(({ id, key, kind }) => {
      const field = before.get(id);
      const input = field?.kind === kind ? shown.blank[field.key] : undefined;
      return [key, input ?? values[key] ?? ''];
    }),
  );
}
