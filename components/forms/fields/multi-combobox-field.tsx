'use client';

import { useRef } from 'react';
import { type FieldProps, GroupFrame } from '../field-frame';
import { CheckboxList } from './checkboxes-field';
import { useCombobox } from './use-combobox';

/** Several of a long list: ticks drawn by the server, and before them, once it is here, a combobox with chips. */
export function MultiComboboxField({ field, conflict }: FieldProps) {
  const holder = useRef<HTMLDivElement>(null);
  const combobox = useCombobox(holder);
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
