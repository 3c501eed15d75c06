'use client';

import { useCallback, useEffect, useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import type { FormDrawing } from '@/lib/forms/form-model';
import type { RawValues } from '@/lib/forms/input-values';
import { withUsualReadings } from '@/lib/forms/number-answer';
import type { Judgement } from '@/lib/forms/rules';
import { sharesHabits } from './number-habits';

type Judge = (raw: RawValues) => Judgement;

/** Long enough that the first paint and the first key are over. */
const AFTER_FIRST_PAINT = 200;

/**
 * The drawing's rules as react-hook-form asks for them. Fetched and compiled once, after the first paint, or
 * at the first submit if that comes sooner (requirement F5). If they cannot be fetched the server judges alone,
 * which it does in any case.
 */
export function useRules(drawing: FormDrawing, timeZone: string): Resolver<RawValues> {
  const judge = useRef<Promise<Judge | undefined>>(undefined);
  const prepare = useCallback(() => {
    judge.current ??= loadJudge(drawing, timeZone).catch(() => {
      // Offline, or a new deployment has taken the file away. Try again when it is next needed.
      judge.current = undefined;
      return undefined;
    });
    return judge.current;
  }, [drawing, timeZone]);

  useEffect(() => {
    const timer = window.setTimeout(prepare, AFTER_FIRST_PAINT);
    return () => window.clearTimeout(timer);
  }, [prepare]);

  return useCallback(
    async (values) => {
      const outcome = (await prepare())?.(values);
      if (!outcome || outcome.ok) return { values, errors: {} };
      const errors = outcome.errors.map(({ key, message }) => [key, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    [prepare],
  );
}

async function loadJudge(drawing: FormDrawing, timeZone: string): Promise<Judge> {
  const { compileRules, judgeWith } = await import('@/lib/forms/rules');
  const rules = compileRules(drawing, { timeZone });
  // What the form shows beside a number is what it means here; the post says so, too.
  const asShown = (raw: RawValues) => (sharesHabits(drawing.locale) ? withUsualReadings(drawing, raw) : raw);
  return (raw) => judgeWith(rules, drawing, asShown(raw));
}
