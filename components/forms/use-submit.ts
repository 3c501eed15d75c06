'use client';

import { type FormEvent, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { InputValues } from '@/lib/forms/input-values';
import type { LeadFormState } from '@/lib/forms/state';

type Options = {
  form: UseFormReturn<InputValues>;
  state: LeadFormState;
  dispatch: (data: FormData) => void;
};

/**
 * Submitting: validated here first, sent only without errors. `attempt` counts failed submits, here or on the
 * server. The lock is a ref because a double click is faster than a render (requirement F23).
 */
export function useSubmit({ form, state, dispatch }: Options) {
  const isBusy = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [formErrors, setFormErrors] = useState(() => formErrorsOf(state));

  useEffect(() => {
    isBusy.current = false;
    setFormErrors(formErrorsOf(state));
    if (state.status !== 'idle') setAttempt((count) => count + 1);
  }, [state]);

  const submit = useCallback(
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (isBusy.current) return;
      isBusy.current = true;
      const element = event.currentTarget;
      const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
      let isRight = false;
      await form.handleSubmit(() => {
        isRight = true;
      })(event);
      setFormErrors(NONE);
      if (isRight) {
        holdFocus(element);
        // A React form action would clear the inputs afterwards; this keeps them (requirement F12).
        startTransition(() => dispatch(collectPost(element, button)));
        return;
      }
      isBusy.current = false;
      setAttempt((count) => count + 1);
    },
    [form, dispatch],
  );

  return { submit, attempt, formErrors };
}

/** The fields are inert during sending: the focus moves to the button, so that it is not lost. */
function holdFocus(element: HTMLFormElement): void {
  if (document.activeElement instanceof HTMLButtonElement) return;
  element.querySelector<HTMLButtonElement>('button[type=submit]')?.focus({ preventScroll: true });
}

/** The post, including the pressed button, without React's fields for browsers without scripts. */
function collectPost(element: HTMLFormElement, button: HTMLElement | null): FormData {
  const data = new FormData(element);
  if (button instanceof HTMLButtonElement && button.name) data.set(button.name, button.value);
  for (const name of [...data.keys()]) if (name.startsWith('$ACTION')) data.delete(name);
  return data;
}

/** The same array as long as there are none: another one would render the form again. */
const NONE: readonly string[] = [];

function formErrorsOf(state: LeadFormState): readonly string[] {
  if (state.status === 'invalid') return state.formErrors;
  return state.status === 'failed' ? [state.message] : NONE;
}
