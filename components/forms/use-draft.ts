'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValues, toInputValue } from '@/lib/forms/input-values';
import {
  clearDraft,
  type Draft,
  draftFields,
  isKept,
  readDraft,
  restoreFields,
  writeDraft,
} from './draft-store';
import { isOfThisForm, markSent } from './edit-draft';
import { openAround } from './reveal';

type DraftOptions = {
  form: UseFormReturn<InputValues>;
  model: FormModel;
  /** The form's values when it is newly opened. */
  start: InputValues;
  hidden: Record<string, string>;
  draftKey: string;
  /** False if the form already shows what was just posted. */
  restores: boolean;
};

export type DraftKeeper = {
  /** Hidden fields of the restored draft: it continues the same intent. */
  hidden: Record<string, string>;
  isRestored: boolean;
  /** A draft rendered from other answers of the lead: not restored, and deleted. */
  dropped: Draft | undefined;
  /** The form is about to be sent. */
  sending: () => void;
  /** Reports input, to be stored soon. */
  touch: () => void;
  /** Deletes the draft and resets the form. */
  discard: () => void;
};

/** How long after the last input the draft is stored, in milliseconds. */
const PAUSE_MS = 400;

/** Stores input in this tab's storage, and restores it after a reload with a notice. */
export function useDraft({ form, model, start, hidden, draftKey, restores }: DraftOptions): DraftKeeper {
  const [restored, setRestored] = useState<Record<string, string>>();
  const [dropped, setDropped] = useState<Draft>();
  const timer = useRef<number>(undefined);
  // The page, not the draft, decides what this form corrects, which version it was rendered from, and in which zone.
  const { replaces, timeZone } = hidden;
  const ofPage = {
    version: hidden.version ?? model.version,
    ...(timeZone !== undefined && { timeZone }),
    ...(replaces !== undefined && { replaces }),
  };
  const kept = { ...hidden, ...restored, ...ofPage };
  const save = useRef<() => void>(undefined);
  save.current = () => {
    timer.current = undefined;
    const fields = draftFields(model, start, valuesIn(form, model));
    writeDraft(draftKey, { version: model.version, fields, hidden: kept });
  };

  const touch = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => save.current?.(), PAUSE_MS);
  }, []);

  const renderedWith = useRef(hidden);
  useEffect(() => {
    const found = restores ? readDraft(draftKey) : undefined;
    const isOurs = found && isOfThisForm(found, renderedWith.current);
    if (found && !isOurs) {
      clearDraft(draftKey);
      if (!found.isSent) setDropped(found);
    }
    const draft = isOurs ? found : undefined;
    // Existing input was entered before the scripts loaded: it takes precedence, and is stored too.
    const entered = new Set(draftFields(model, start, valuesIn(form, model)).map(([id]) => id));
    const there = new Set(model.fields.filter(({ id }) => entered.has(id)).map(({ key }) => key));
    const values = draft ? restoreFields(model, draft).filter(([key]) => !there.has(key)) : [];
    if (restores) for (const key of there) openAround(key);
    for (const [key, value] of values) show(form, key, value);
    if (draft && values.length > 0) setRestored(draft.hidden);
    if (entered.size > 0) touch();
  }, [form, model, start, draftKey, restores, touch]);

  useEffect(() => {
    const forget = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      for (const field of model.fields) if (!isKept(field)) show(form, field.key, start[field.key] ?? '');
    };
    // The browser may restore the whole page as it was left (bfcache).
    window.addEventListener('pageshow', forget);
    return () => window.removeEventListener('pageshow', forget);
  }, [form, model, start]);

  useEffect(() => {
    const flush = () => {
      if (timer.current === undefined) return;
      window.clearTimeout(timer.current);
      save.current?.();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  const sending = useCallback(() => {
    window.clearTimeout(timer.current);
    save.current?.();
    markSent(draftKey, true);
  }, [draftKey]);

  const discard = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    clearDraft(draftKey);
    for (const { key } of model.fields) show(form, key, start[key] ?? '');
    setRestored(undefined);
  }, [form, model, start, draftKey]);

  return { hidden: kept, isRestored: restored !== undefined, dropped, sending, touch, discard };
}

function valuesIn(form: UseFormReturn<InputValues>, model: FormModel): InputValues {
  const values = form.getValues();
  return Object.fromEntries(model.fields.map((field) => [field.key, toInputValue(field, values[field.key])]));
}

/** Sets a control, unfolds it if it has a value, and notifies counters next to it. */
function show(form: UseFormReturn<InputValues>, key: string, value: string | string[]): void {
  form.setValue(key, value);
  const control = value.length > 0 ? openAround(key) : document.getElementById(key);
  control?.dispatchEvent(new Event('input'));
}
