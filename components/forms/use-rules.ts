'use client';

import { useCallback, useEffect, useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { ValidationResult } from '@/lib/forms/rules';
import { atFirstSign } from './first-sign';

type Validate = (input: InputValues) => ValidationResult;

/** The rules are loaded this long after a person's first sign, in milliseconds: later than the first key. */
const LOAD_DELAY_MS = 200;
/** A submit waits no longer for the rules, in milliseconds: a network may neither bring nor refuse a file. */
const LOAD_TIMEOUT_MS = 2_500;

/**
 * The form model's rules as a react-hook-form resolver. Loaded and compiled once, when a person is at the page, or
 * at the first submit if that comes sooner (requirement F5). If loading fails or takes too long the server validates
 * alone, which it always does.
 */
export function useRules(model: FormModel, timeZone: string): Resolver<InputValues> {
  const validator = useRef<Promise<Validate | undefined>>(undefined);
  // Compiled for this form model: another one has other messages.
  const compiled = useRef(model);
  const prepare = useCallback(() => {
    if (compiled.current !== model) validator.current = undefined;
    compiled.current = model;
    validator.current ??= loadValidate(model, timeZone).catch(() => {
      // Offline, or a new deployment has removed the file. Retry when it is next needed.
      validator.current = undefined;
      return undefined;
    });
    return validator.current;
  }, [model, timeZone]);

  useEffect(() => {
    const gone = new AbortController();
    let timer: number | undefined;
    atFirstSign(() => {
      timer = window.setTimeout(prepare, LOAD_DELAY_MS);
    }, gone.signal);
    return () => {
      gone.abort();
      window.clearTimeout(timer);
    };
  }, [prepare]);

  return useCallback(
    async (values) => {
      const validate = await Promise.race([prepare(), elapsed(LOAD_TIMEOUT_MS)]);
      const outcome = validate?.(values);
      if (!outcome || outcome.ok) return { values, errors: {} };
      const errors = outcome.errors.map(({ key, message }) => [key, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    [prepare],
  );
}

const elapsed = (ms: number) =>
  new Promise<undefined>((resolve) => window.setTimeout(() => resolve(undefined), ms));

async function loadValidate(model: FormModel, timeZone: string): Promise<Validate> {
  const { compileRules, validateWith } = await import('@/lib/forms/rules');
  const rules = compileRules(model, { timeZone });
  return (input) => validateWith(rules, model, input);
}
