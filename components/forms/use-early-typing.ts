'use client';

import { useInsertionEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readRawValues } from '@/lib/forms/form-data';
import type { FormDrawing } from '@/lib/forms/form-model';
import { type RawValue, type RawValues, sameRaw } from '@/lib/forms/input-values';

type Options = { form: UseFormReturn<RawValues>; drawing: FormDrawing; start: RawValues; formId: string };

/**
 * Keeps what a person typed into the server's page before the scripts came.
 *
 * Two hands wipe it: React gives a textarea its first text back while hydrating, and react-hook-form writes its
 * defaults when it takes hold of a control. So the page is read twice, while rendering and in the insertion
 * effect (the one moment of a mount before refs are set), and what was typed is put back in the same frame.
 */
export function useEarlyTyping({ form, drawing, start, formId }: Options): void {
  const isHydrating = useSyncExternalStore(neverChanges, no, yes);
  const [first] = useState(() => (isHydrating ? readTyped({ drawing, start, formId }) : []));
  // Null before the mount; afterwards react-hook-form knows what is typed, and the page is not read again.
  const typed = useRef<[key: string, value: RawValue][]>(null);

  useInsertionEffect(() => {
    typed.current ??= isHydrating ? [...first, ...readTyped({ drawing, start, formId })] : [];
  }, [first, isHydrating, drawing, start, formId]);

  useLayoutEffect(() => {
    for (const [key, value] of typed.current ?? []) form.setValue(key, value);
    typed.current = [];
  }, [form]);
}

function readTyped({ drawing, start, formId }: Omit<Options, 'form'>): [string, RawValue][] {
  if (typeof document === 'undefined') return [];
  const element = document.forms.namedItem(formId);
  if (!element) return [];
  const { values } = readRawValues(drawing, new FormData(element));
  return Object.entries(values).filter(([key, value]) => !sameRaw(value, start[key] ?? ''));
}

const neverChanges = () => () => undefined;
const no = () => false;
const yes = () => true;
