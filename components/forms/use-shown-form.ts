'use client';

import { useState } from 'react';
import type { FormModel } from '@/lib/forms/form-model';
import { blankValues, type InputValues, toInputValue } from '@/lib/forms/input-values';
import type { LeadFormState } from '@/lib/forms/state';

export type ShownForm = {
  model: FormModel;
  values: InputValues;
  hidden: Record<string, string>;
  /** What the controls held before anybody typed: a draft keeps what differs from it. */
  blank: InputValues;
  /** What the person has to be told about the form until it is sent. */
  notice?: Extract<LeadFormState, { status: 'changed' | 'conflict' }>;
  /** What was submitted from this form before, with other answers. */
  alreadySubmitted?: Extract<LeadFormState, { status: 'already-submitted' }>['earlier'];
  /** Another number is another form: its fields are drawn anew. */
  revision: number;
};

type Drawn = Pick<ShownForm, 'model' | 'values' | 'hidden'>;

/**
 * The form that is on the screen: the one the page was drawn with, until an answer of the action brings another
 * one. Later answers speak about that one, so it is remembered.
 */
export function useShownForm(drawn: Drawn, state: LeadFormState): ShownForm {
  const [seen, setSeen] = useState(state);
  const [shown, setShown] = useState(() => {
    const first = drawnAt(drawn, state);
    return follow({ ...first, values: valuesOf(first, state), blank: first.values, revision: 0 }, state);
  });
  if (state === seen) return shown;
  const next = follow(shown, state);
  setSeen(state);
  setShown(next);
  return next;
}

/** Without scripts the page is drawn anew, and may have no form for who is signed in now: then it is the posted one. */
function drawnAt(drawn: Drawn, state: LeadFormState): Drawn {
  if (state.status !== 'someone-else' || !state.model || drawn.model.fields.length > 0) return drawn;
  const { model, version } = state;
  return { model, values: blankValues(model), hidden: { ...drawn.hidden, version } };
}

/** After a submit without scripts the page is drawn anew, with what was posted in its fields. */
function valuesOf(drawn: Drawn, state: LeadFormState): InputValues {
  if (state.status === 'someone-else') {
    // The keys of another version say nothing about these fields.
    if (state.version !== drawn.hidden.version) return drawn.values;
    return Object.fromEntries(
      drawn.model.fields.map((field) => [field.key, toInputValue(field, state.values[field.key])]),
    );
  }
  return 'values' in state ? { ...drawn.values, ...state.values } : drawn.values;
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
        // Drawn anew, so that the question comes first and takes the focus.
        revision: shown.revision + 1,
      };
    case 'conflict':
      return { ...shown, hidden: { ...shown.hidden, ...state.hidden }, notice: state };
    case 'invalid':
    case 'failed':
      return state.hidden ? { ...shown, hidden: { ...shown.hidden, ...state.hidden } } : shown;
    case 'someone-else':
      return state.version === shown.hidden.version
        ? { ...shown, hidden: { ...shown.hidden, ...state.hidden } }
        : shown;
    case 'idle':
      return shown;
  }
}

/** The fields that were there before start as before; of a new one nothing was entered yet. */
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
