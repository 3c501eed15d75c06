'use client';

import { createContext, useContext } from 'react';
import { type Control, type UseFormClearErrors, type UseFormRegister, useFormState } from 'react-hook-form';
import type { InputValue, InputValues } from '@/lib/forms/input-values';
import type { FormTexts } from '@/lib/forms/texts';

/** What every field of the open form shares. The same object for the life of the form: it never re-renders. */
export type LeadFormContext = {
  control: Control<InputValues>;
  register: UseFormRegister<InputValues>;
  clearErrors: UseFormClearErrors<InputValues>;
  /** Puts a value into a field's native control, as if the person had entered it there. */
  choose: (key: string, value: InputValue) => void;
  /** The text that stands in a control now. */
  textIn: (key: string) => string;
  /** The language of the page: how it reads numbers. */
  locale: string;
  /** What the controls hold at first. */
  values: InputValues;
  texts: FormTexts;
};

export const FormContext = createContext<LeadFormContext | undefined>(undefined);

/** The open form. Throws outside of one: that is a mistake in the page, not a state. */
export function useLeadForm(): LeadFormContext {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field was rendered outside a LeadForm');
  return form;
}

/** The message beside one field; re-renders only when this field's error appears, changes or clears. */
export function useFieldError(key: string): string | undefined {
  const { control } = useLeadForm();
  const { errors } = useFormState({ control, name: key, exact: true });
  return messageOf(errors, key);
}

/** The message under a key, if there is one. Keys are flat (`f0`), so react-hook-form's paths do not matter. */
export function messageOf(errors: object, key: string): string | undefined {
  const error: unknown = Reflect.get(errors, key);
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : '';
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** What a control of the form starts with: text for those that hold one value. */
export function textOf(values: InputValues, key: string): string {
  const value = values[key] ?? '';
  return Array.isArray(value) ? (value[0] ?? '') : value;
}

/** The values a control for many starts with. */
export function listOf(values: InputValues, key: string): string[] {
  return [values[key] ?? []].flat();
}
