'use client';

import { useEffect, useRef } from 'react';
import type { FieldErrors, UseFormTrigger } from 'react-hook-form';
import type { InputValues } from '@/lib/forms/input-values';

type Options = { errors: FieldErrors<InputValues>; locale: string; trigger: UseFormTrigger<InputValues> };

/**
 * Validates the fields with errors again when the form's language changes, so that their messages follow. The
 * server's own stay: it sent one language, and their reason is not known here.
 */
export function useTranslatedErrors({ errors, locale, trigger }: Options): void {
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    const keys = Object.keys(errors).filter((key) => errors[key]?.type === 'rule');
    if (keys.length > 0) void trigger(keys);
  }, [errors, locale, trigger]);
}
