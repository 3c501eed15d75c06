'use client';

import { useInsertionEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readInputValues } from '@/lib/forms/form-data';
import type { FormModel } from '@/lib/forms/form-model';
import { type InputValue, type InputValues, sameInput } from '@/lib/forms/input-values';

type Options = { form: UseFormReturn<InputValues>; model: FormModel; start: InputValues; formId: string };

/**
 * Keeps input that a person typed into the server-rendered page before the scripts loaded.
 *
 * It is overwritten twice: React resets a textarea's text while hydrating, and react-hook-form writes its
 * defaults when it registers a control. So the page is read twice, while rendering and in the insertion
 * effect (the only moment of a mount before refs are set), and the input is restored in the same frame.
 */
export function useEarlyTyping({ form, model, start, formId }: Options): void {
  const isHydrating = useHydrating();
  const [first] = useState(() => (isHydrating ? readTyped({ model, start, formId }) : []));
  // Null before the mount; afterwards react-hook-form has the input, and the page is not read again.
  const typed = useRef<[key: string, value: InputValue][]>(null);

  useInsertionEffect(() => {
    typed.current ??= isHydrating ? [...first, ...readTyped({ model, start, formId })] : [];
  }, [first, isHydrating, model, start, formId]);

  useLayoutEffect(() => {
    for (const [key, value] of typed.current ?? []) form.setValue(key, value);
    typed.current = [];
  }, [form]);
}

function readTyped({ model, start, formId }: Omit<Options, 'form'>): [string, InputValue][] {
  if (typeof document === 'undefined') return [];
  const element = document.forms.namedItem(formId);
  if (!element) return [];
  const { values } = readInputValues(model, new FormData(element));
  return Object.entries(values).filter(([key, value]) => !sameInput(value, start[key] ?? ''));
}

/**
 * Whether this is the first rendering of what the server rendered. React asks for the server's snapshot then, and only
 * then. It is the browser's as well: were they different, React would render the form once more, in the same task.
 */
function useHydrating(): boolean {
  let isHydrating = false;
  useSyncExternalStore(neverChanges, nothing, () => {
    isHydrating = true;
  });
  return isHydrating;
}

const neverChanges = () => nothing;
const nothing = () => undefined;
