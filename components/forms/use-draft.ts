'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormDrawing } from '@/lib/forms/drawing';
import { type RawValues, toRawValue } from '@/lib/forms/raw';
import { clearDraft, type Draft, draftFields, readDraft, restoreFields, writeDraft } from './draft-store';
import { isOfThisForm, markSent } from './edit-draft';
import { openAround } from './reveal';

type DraftOptions = {
  form: UseFormReturn<RawValues>;
  drawing: FormDrawing;
  /** What the form was drawn with. */
  start: RawValues;
  hidden: Record<string, string>;
  draftKey: string;
  /** False where the form already shows what was posted a moment ago. */
  restores: boolean;
};

export type DraftKeeper = {
  /** Hidden fields of the restored draft: the intent they name is still the same. */
  hidden: Record<string, string>;
  isRestored: boolean;
  /** A draft that was drawn from other answers of the lead: not put back, and kept no longer. */
  dropped: Draft | undefined;
  /** The form is about to be sent. */
  sending: () => void;
  /** Something was entered: keep it soon. */
  touch: () => void;
  /** Throws the draft away and puts the form back to how it was drawn. */
  discard: () => void;
};

const PAUSE = 400;

/** Keeps what is typed in this tab's storage, and brings it back after a reload with a notice. */
export function useDraft({ form, drawing, start, hidden, draftKey, restores }: DraftOptions): DraftKeeper {
  const [restored, setRestored] = useState<Record<string, string>>();
  const [dropped, setDropped] = useState<Draft>();
  const timer = useRef<number>(undefined);
  const kept = { ...hidden, ...restored, version: hidden.version ?? drawing.version };
  const save = useRef<() => void>(undefined);
  save.current = () => {
    timer.current = undefined;
    const values = form.getValues();
    const now = Object.fromEntries(
      drawing.fields.map((field) => [field.key, toRawValue(field, values[field.key])]),
    );
    writeDraft(draftKey, {
      version: drawing.version,
      fields: draftFields(drawing, start, now),
      hidden: kept,
    });
  };

  const drawnWith = useRef(hidden);
  useEffect(() => {
    const draft = restores ? readDraft(draftKey) : undefined;
    if (draft && !isOfThisForm(draft, drawnWith.current)) {
      clearDraft(draftKey);
      if (!draft.isSent) setDropped(draft);
      return;
    }
    const values = draft ? restoreFields(drawing, draft) : [];
    if (!draft || values.length === 0) return;
    for (const [key, value] of values) show(form, key, value);
    setRestored(draft.hidden);
  }, [form, drawing, draftKey, restores]);

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

  const touch = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => save.current?.(), PAUSE);
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
    for (const { key } of drawing.fields) show(form, key, start[key] ?? '');
    setRestored(undefined);
  }, [form, drawing, start, draftKey]);

  return { hidden: kept, isRestored: restored !== undefined, dropped, sending, touch, discard };
}

/** Sets a control, unfolds it if it holds something, and tells counters beside it. */
function show(form: UseFormReturn<RawValues>, key: string, value: string | string[]): void {
  form.setValue(key, value);
  const control = value.length > 0 ? openAround(key) : document.getElementById(key);
  control?.dispatchEvent(new Event('input'));
}
