'use client';

import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { isNumberField, parseNumberAnswer } from '@/lib/forms/number-answer';
import { decimalSeparator, writeNumber } from '@/lib/forms/numbers';

/** Writes numbers as in the form's language when that changes: 12.500 typed in English is not twelve thousand in German. */
export function useTypedNumbers({
  form,
  model,
}: {
  form: UseFormReturn<InputValues>;
  model: FormModel;
}): void {
  const shown = useRef(model);
  useEffect(() => {
    const { fields, locale } = shown.current;
    shown.current = model;
    if (locale === model.locale) return;
    for (const field of fields.filter(isNumberField)) {
      const text = form.getValues(field.key);
      // The portal's own text, which is no number of ours.
      if (text === field.kept) continue;
      const outcome = typeof text === 'string' && parseNumberAnswer(field, text, locale);
      if (!outcome || !('number' in outcome)) continue;
      form.setValue(field.key, writeNumber(outcome.number, decimalSeparator(model.locale)));
      document.getElementById(field.key)?.dispatchEvent(new Event('input'));
    }
  }, [form, model]);
}
