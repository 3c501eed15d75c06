'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { FieldFrame, type FieldProps, GroupFrame } from '../field-frame';
import { atFirstSign } from '../first-sign';
import { CheckboxList, NativeSelect } from './choice-fields';

/**
 * One of a long list. The native select is rendered by the server, works without scripts, and still holds the
 * value once the combobox has replaced it.
 */
export function ComboboxField({ field, conflict }: FieldProps) {
  const holder = useRef<HTMLDivElement>(null);
  const combobox = useCombobox(holder, atFirstSign);
  return (
    <FieldFrame field={field} conflict={conflict}>
      {(wiring) => (
        <div ref={holder}>
          <NativeSelect field={field} {...(combobox ? { hidden: true } : wiring)} />
          {combobox && <combobox.SingleCombobox field={field} wiring={wiring} holder={holder} />}
        </div>
      )}
    </FieldFrame>
  );
}

/**
 * Several of a long list: checkboxes rendered by the server, and before them, once loaded, a combobox with
 * chips.
 */
export function MultiComboboxField({ field, conflict }: FieldProps) {
  const holder = useRef<HTMLDivElement>(null);
  // It is of another height than the checkboxes: nothing may move once a person is there.
  const combobox = useCombobox(holder, atOnce);
  const list = combobox
    ? 'hidden'
    : 'max-h-72 overflow-y-auto rounded-control border border-line-strong px-3';
  return (
    <GroupFrame field={field} conflict={conflict}>
      {(wiring) => (
        <div ref={holder}>
          <div className={list}>
            <CheckboxList field={field} wiring={combobox ? undefined : wiring} />
          </div>
          {combobox && (
            <combobox.MultiCombobox
              field={field}
              wiring={{ ...wiring, 'aria-labelledby': `${field.key}-label` }}
              holder={holder}
            />
          )}
        </div>
      )}
    </GroupFrame>
  );
}

type Comboboxes = Pick<typeof import('./combobox'), 'SingleCombobox' | 'MultiCombobox'>;

/**
 * The combobox once it is time for it (`when`) and its chunk has loaded, undefined until then and permanently if loading
 * fails: the native control works without it. While the focus is inside `holder` nothing is replaced.
 */
function useCombobox(
  holder: RefObject<HTMLElement | null>,
  when: typeof atFirstSign,
): Comboboxes | undefined {
  const [combobox, setCombobox] = useState<Comboboxes>();

  useEffect(() => {
    const gone = new AbortController();
    const load = () =>
      import('./combobox').then(
        ({ SingleCombobox, MultiCombobox }) =>
          whenLeft(holder.current, gone.signal, () => setCombobox({ SingleCombobox, MultiCombobox })),
        // Offline or a new deployment: the native control stays.
        () => undefined,
      );
    when(load, gone.signal);
    return () => gone.abort();
  }, [holder, when]);

  return combobox;
}

const atOnce = (begin: () => void) => begin();

function whenLeft(holder: HTMLElement | null, signal: AbortSignal, then: () => void): void {
  if (signal.aborted || !holder) return;
  if (!holder.contains(document.activeElement)) {
    then();
    return;
  }
  holder.addEventListener('focusout', () => setTimeout(() => whenLeft(holder, signal, then)), {
    once: true,
    signal,
  });
}
