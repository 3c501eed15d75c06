'use client';

import { useRef } from 'react';
import { FieldFrame, type FieldProps } from '../field-frame';
import { NativeSelect } from './select-field';
import { useCombobox } from './use-combobox';

/**
 * One of a long list. The native select is drawn by the server, works without scripts, and stays as the holder
 * of the value when the combobox has taken its place.
 */
export function ComboboxField({ field, conflict }: FieldProps) {
  const holder = useRef<HTMLDivElement>(null);
  const combobox = useCombobox(holder);
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
