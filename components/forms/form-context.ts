'use client';

import { createContext, useContext } from 'react';
import { type Control, type UseFormClearErrors, type UseFormRegister, useFormState } from 'react-hook-form';
import type { InputValue, InputValues } from '@/lib/forms/input-values';
import type { FormTexts } from '@/lib/forms/texts';
import type { PastedMarks } from './pasted-marks';

/** Shared by all fields of the open form. The same object for the life of the form: it never re-renders. */
export type LeadFormContext = {
  control: Control<InputValues>;
  register: UseFormRegister<InputValues>;
  clearErrors: UseFormClearErrors<InputValues>;
  /** Sets a field's native control, as if the person had entered the value. */
  choose: (key: string, value: InputValue) => void;
  /** The current text of a control. */
  textIn: (key: string) => string;
  /** The page's language: decides how numbers are read. */
  locale: string;
  /** The IANA time zone of all date-times of the form. */
  timeZone: string;
  /** The initial values of the controls. */
  values: InputValues;
  texts: FormTexts;
  /** Which fields a paste filled in. */
  marks: PastedMarks;
};

export const FormContext = createContext<LeadFormContext | undefined>(undefined);

/** The open form. Throws outside of one: that is a programming error. */
export function useLeadForm(): LeadFormContext {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field was rendered outside a LeadForm');
  return form;
}

/** The message next to one field; re-renders only when this field's error appears, changes or clears. */
export function useFieldError(key: string): string | undefined {
  const { control } = useLeadForm();
  const { errors } = useFormState({ control, name: key, exact: true });
  return messageOf(errors, key);
}

/** The message of a key, if any. Keys are flat (`f0`), so react-hook-form's paths do not matter. */
export function messageOf(errors: object, key: string): string | undefined {
  const error: unknown = Reflect.get(errors, key);
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : '';
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** The initial text of a single-value control. */
export function textOf(values: InputValues, key: string): string {
  const value = values[key] ?? '';
  return Array.isArray(value) ? (value[0] ?? '') : value;
}

/** The initial values of a multi-value control. */
export function listOf(values: InputValues, key: string): string[] {
  return [values[key] ?? []].flat();
}
