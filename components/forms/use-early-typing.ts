'use client';

import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormDrawing } from '@/lib/forms/drawing';
import { readRawValues } from '@/lib/forms/form-data';
import { type RawValues, sameRaw } from '@/lib/forms/raw';

type Options = { form: UseFormReturn<RawValues>; drawing: FormDrawing; start: RawValues; formId: string };

/**
 * Keeps what a person typed into the server's page before the scripts came. react-hook-form writes its
 * defaults into the controls when it takes hold of them; the insertion effect is the one moment of a mount
 * that comes before that, so the page is read there and written back right after, in the same frame.
 */
export function useEarlyTyping({ form, drawing, start, formId }: Options): void {
  const typed = useRef<RawValues>(undefined);

  useInsertionEffect(() => {
    const element = document.getElementById(formId);
    if (element instanceof HTMLFormElement)
      typed.current ??= readRawValues(drawing, new FormData(element)).values;
  }, [drawing, formId]);

  useLayoutEffect(() => {
    const early = Object.entries(typed.current ?? {}).filter(
      ([key, value]) => !sameRaw(value, start[key] ?? ''),
    );
    typed.current = {};
    for (const [key, value] of early) form.setValue(key, value);
  }, [form, start]);
}
