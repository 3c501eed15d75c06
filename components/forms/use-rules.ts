'use client';

import { useCallback, useEffect, useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import type { FormDrawing } from '@/lib/forms/drawing';
import type { RawValues } from '@/lib/forms/raw';
import { compileRules, judgeWith, type Rules } from '@/lib/forms/rules';

/**
 * The drawing's rules as react-hook-form asks for them. Compiled once, when the browser has time after the
 * first paint, or at the first submit if that comes sooner (forms F5).
 */
export function useRules(drawing: FormDrawing, timeZone: string): Resolver<RawValues> {
  const compiled = useRef<Rules>(undefined);
  const rules = useCallback(() => {
    compiled.current ??= compileRules(drawing, { timeZone });
    return compiled.current;
  }, [drawing, timeZone]);

  useEffect(() => {
    const timer = window.setTimeout(rules, 200);
    return () => window.clearTimeout(timer);
  }, [rules]);

  return useCallback(
    (values) => {
      const outcome = judgeWith(rules(), drawing, values);
      if (outcome.ok) return { values, errors: {} };
      const errors = outcome.errors.map(({ key, message }) => [key, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    [rules, drawing],
  );
}
