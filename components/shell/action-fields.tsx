'use client';

import { type ComponentProps, type RefObject, useEffect, useId, useRef } from 'react';
import { Select, TextArea, TextInput, TICK } from '@/components/ui/field';
import { Problem } from '@/components/ui/problem';
import { useActionResult } from './action-form';

type Shown<Props> = Omit<Props, 'defaultValue' | 'key' | 'ref'> & { name: string; shown?: string };

/**
 * A text field of an `ActionForm`. A text or select is re-mounted with its next value: React resets it after a
 * post.
 *
 * @param keepsInput false if a refusal empties it
 */
export function ActionInput({
  shown = '',
  keepsInput = true,
  ...rest
}: Shown<ComponentProps<'input'>> & { keepsInput?: boolean }) {
  const refused = useShown(rest.name, shown);
  const value = keepsInput ? refused : shown;
  const { problem, wiring } = useProblem<HTMLInputElement>(rest);
  return (
    <>
      <Problem {...problem} />
      <TextInput key={value} defaultValue={value} {...rest} {...wiring} />
    </>
  );
}

/** A multi-line text field. */
export function ActionTextArea({ shown = '', ...rest }: Shown<ComponentProps<'textarea'>>) {
  const value = useShown(rest.name, shown);
  const { problem, wiring } = useProblem<HTMLTextAreaElement>(rest);
  return (
    <>
      <Problem {...problem} />
      <TextArea key={value} defaultValue={value} {...rest} {...wiring} />
    </>
  );
}

/** A select. */
export function ActionSelect({ shown = '', ...rest }: Shown<ComponentProps<'select'>>) {
  const value = useShown(rest.name, shown);
  const { problem, wiring } = useProblem<HTMLSelectElement>(rest);
  return (
    <>
      <Problem {...problem} />
      <Select key={value} defaultValue={value} {...rest} {...wiring} />
    </>
  );
}

/**
 * A checkbox or a radio button with its label; it keeps its state.
 *
 * @param keepsInput false if a refusal sets it back: a confirmation was given for what the page showed before
 */
export function ActionChoice({
  isChosen,
  keepsInput = true,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'defaultChecked' | 'ref'> & {
  name: string;
  value: string;
  isChosen: boolean;
  keepsInput?: boolean;
}) {
  const values = useActionResult()?.values;
  const shown = values && keepsInput ? values[rest.name] === rest.value : isChosen;
  const { problem, wiring } = useProblem<HTMLInputElement>(rest);
  return (
    <>
      <Problem {...problem} />
      <label className={className}>
        <input defaultChecked={shown} className={TICK} {...rest} {...wiring} />
        {children}
      </label>
    </>
  );
}

/** The refused input, else the page's value. */
function useShown(name: string, shown: string): string {
  return useActionResult()?.values?.[name] ?? shown;
}

type Control = {
  name: string;
  type?: string;
  required?: boolean;
  'aria-describedby'?: string;
};

/**
 * Marks a control that was refused, with the reason above it, and moves the focus there. A required one is never
 * marked as such for the browser, which would count it as wrong before anything was sent.
 */
export function useProblem<Element extends HTMLElement>({ required, ...control }: Control) {
  const result = useActionResult();
  const place = useRef<Element>(null);
  const isRefused = result?.tone === 'bad' && result.field === control.name;
  // A group of radio buttons has one reason: that of its form.
  const isShown = isRefused && control.type !== 'radio';
  useEffect(() => {
    if (isShown && result) place.current?.focus();
  }, [isShown, result]);
  // Not made of the control's: ids of organizations and agents are any text, and a list of ids is divided at spaces.
  const id = useId();
  const describedBy = [control['aria-describedby'], isShown && id].filter(Boolean).join(' ');
  return {
    problem: { id, text: isShown ? result.text : undefined },
    wiring: {
      ref: place as RefObject<Element>,
      required: undefined,
      ...(required && { 'aria-required': true }),
      ...(isRefused && { 'aria-invalid': true }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      // The page that answers a post without scripts.
      ...(isShown && { autoFocus: true }),
    },
  };
}
