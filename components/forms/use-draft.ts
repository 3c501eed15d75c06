'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { clearDraft, type Draft, postDraft, takeDraft, writeDraft } from '@/components/offline/draft-store';
import { draftFields, isDraftable, restoreFields } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValues, toInputValue } from '@/lib/forms/input-values';
import type { DraftIds, OtherDraft } from './draft-sync';
import { openAround } from './reveal';
import { useDraftSync } from './use-draft-sync';

type DraftOptions = {
  form: UseFormReturn<InputValues>;
  model: FormModel;
  /** The form's values when it is newly opened. */
  start: InputValues;
  /** The values that it was rendered with: those of a draft, if one is continued, or of a template. */
  values: InputValues;
  hidden: Record<string, string>;
  draftKey: string;
  /** What the server has to know of a draft besides. */
  about: Record<string, string | undefined>;
  /** False if the form already shows what was just posted. */
  restores: boolean;
};

export type DraftKeeper = {
  /** Hidden fields of the restored draft: it continues the same intent. */
  hidden: Record<string, string>;
  isRestored: boolean;
  /** A draft rendered from other answers of the lead: not restored, and deleted. */
  dropped: Draft | undefined;
  /** A draft that another device saved while this one was open. */
  conflict: OtherDraft | undefined;
  /** The form is about to be sent: names what is posted. */
  sending: (data: FormData) => void;
  /** It was returned. */
  returned: () => void;
  /** Reports input, to be stored soon. */
  touch: () => void;
  /** Saves on the server now. Returns what to tell the person; undefined if it failed. */
  saveNow: () => Promise<string | undefined>;
  /** Deletes the draft and resets the form. */
  discard: () => void;
};

/** How long after the last input the draft is stored in this tab, in milliseconds. */
const PAUSE_MS = 400;

/** Stores input in this tab and on the server, and restores it after a reload with a notice. */
export function useDraft(options: DraftOptions): DraftKeeper {
  const { form, model, start, values, hidden, draftKey, about, restores } = options;
  // Filled in by the page: a draft from the server.
  const isFilled = restores && Boolean(hidden.draftRevision);
  const [restored, setRestored] = useState<Record<string, string> | undefined>(isFilled ? {} : undefined);
  const [dropped, setDropped] = useState<Draft>();
  const timer = useRef<number>(undefined);
  // The page, not the draft, decides what this form corrects, which version it was rendered from, and in which zone and language.
  const { replaces, timeZone, locale } = hidden;
  const ofPage = {
    version: hidden.version ?? model.version,
    ...(timeZone !== undefined && { timeZone }),
    ...(locale !== undefined && { locale }),
    ...(replaces !== undefined && { replaces }),
  };
  const [moved, setMoved] = useState<Pick<DraftIds, 'draftId'>>();
  const currentHidden = { ...hidden, ...restored, ...moved, ...ofPage };
  const ids = useRef<Partial<DraftIds>>({});
  const isAsOpened = restores && !isFilled;
  const typed = useCallback(() => {
    const now = valuesIn(form, model);
    // What the page filled in from another lead is no draft until something is typed.
    if (isAsOpened && draftFields(model, values, now).length === 0) return [];
    return draftFields(model, start, now);
  }, [form, model, start, values, isAsOpened]);
  const draftNow = (): Draft => ({ fields: typed(), hidden: { ...currentHidden, ...ids.current } });
  const latest = useRef(draftNow);
  latest.current = draftNow;
  /** At once, in place of soon. */
  const store = useCallback(
    (put: (key: string, draft: Draft) => void = writeDraft) => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
      put(draftKey, latest.current());
    },
    [draftKey],
  );
  const { sync, conflict, open } = useDraftSync({
    typed,
    about: { ...about, ...ofPage, basis: hidden.revision },
    keep: (next, isStored) => {
      if (next.draftId !== (ids.current.draftId ?? currentHidden.draftId))
        setMoved({ draftId: next.draftId });
      ids.current = next;
      store((key, draft) => writeDraft(key, { ...draft, isStored }));
    },
  });

  const touch = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(store, PAUSE_MS);
    void sync(({ touch }) => touch());
  }, [store, sync]);

  const renderedWith = useRef(hidden);
  useEffect(() => {
    const page = renderedWith.current;
    const { draft: found, dropped } = takeDraft(draftKey, page);
    if (restores) setDropped(dropped);
    const draft = restores ? found : undefined;
    // Existing input was entered before the scripts loaded: it takes precedence, and is stored too.
    const before = restores ? values : start;
    const entered = new Set(draftFields(model, before, valuesIn(form, model)).map(([id]) => id));
    const there = new Set(model.fields.filter(({ id }) => entered.has(id)).map(({ key }) => key));
    const inDraft = draft ? restoreFields(model, draft) : [];
    const isPrefilled = isFilled || draftFields(model, start, before).length > 0;
    for (const [key, value] of isPrefilled && draft ? over(model, start, inDraft) : inDraft)
      if (!there.has(key)) show(form, key, value);
    if (restores) for (const key of there) openAround(key);
    if (isFilled)
      for (const [id] of typed()) openAround(model.fields.find((field) => field.id === id)?.key ?? '');
    if (draft && inDraft.length > 0) setRestored(draft.hidden);
    // What the tab stored last is this form's, also if it returns from the server.
    const own = { ...page, ...found?.hidden };
    if (own.draftId !== undefined && own.draftId !== page.draftId) setMoved({ draftId: own.draftId });
    open(own);
    const shown = typed();
    if (draft?.isStored || (isFilled && !draft)) void sync(({ confirm }) => confirm(shown));
    if (entered.size > 0 || (inDraft.length > 0 && !draft?.isStored)) touch();
  }, [form, model, start, values, draftKey, restores, isFilled, touch, typed, open, sync]);

  useEffect(() => {
    const forget = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      for (const field of model.fields)
        if (!isDraftable(field)) show(form, field.key, start[field.key] ?? '');
    };
    // The browser may restore the whole page as it was left (bfcache).
    window.addEventListener('pageshow', forget);
    return () => window.removeEventListener('pageshow', forget);
  }, [form, model, start]);

  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) store();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [store]);

  const sending = useCallback(
    (data: FormData) => {
      void sync(({ stop }) => stop());
      store((key, draft) => postDraft(key, draft, data));
    },
    [store, sync],
  );

  const returned = useCallback(() => {
    store();
    void sync(({ resume }) => resume());
  }, [store, sync]);

  const discard = useCallback(() => {
    store(clearDraft);
    const fresh = isFilled ? start : values;
    for (const { key } of model.fields) show(form, key, fresh[key] ?? '');
    setRestored(undefined);
    void sync(({ flush }) => flush());
  }, [form, model, start, values, isFilled, store, sync]);

  const saveNow = useCallback(() => sync(({ flush }) => flush('asked')), [sync]);
  const isRestored = restored !== undefined;
  return { hidden: currentHidden, isRestored, dropped, conflict, sending, returned, touch, saveNow, discard };
}

/** Every value that a draft may hold: as typed, else as before any input. */
function over(model: FormModel, start: InputValues, typed: readonly [string, string | string[]][]) {
  const byKey = new Map(typed);
  return model.fields
    .filter(isDraftable)
    .map(({ key }): [string, string | string[]] => [key, byKey.get(key) ?? start[key] ?? '']);
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
