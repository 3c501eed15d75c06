'use client';

import { useEffect } from 'react';
import { KNOWN_ROLES } from '@/lib/forms/duplicates-response';
import type { FormModel } from '@/lib/forms/form-model';

/** The names of the fields that say who a new lead is, by role. */
export function knownFields({ purpose, fields }: FormModel): [role: string, key: string][] {
  if (purpose !== 'create') return [];
  return KNOWN_ROLES.flatMap((role) => {
    const field = fields.find((one) => one.role === role);
    return field ? [[role, field.key] as [string, string]] : [];
  });
}

/**
 * Says whether the person or company being typed is known already. What does it is loaded with the first input;
 * it renders nothing with React, and if it cannot be loaded, the form is as without it.
 */
export function useDuplicates(model: FormModel, formId: string): void {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    const fields = knownFields(model);
    if (!form || fields.length === 0) return;
    const gone = new AbortController();
    const begin = () =>
      import('./duplicate-watcher')
        .then(({ watchDuplicates }) => watchDuplicates(form, { fields, gone: gone.signal }))
        .catch(() => {});
    form.addEventListener('input', begin, { once: true, signal: gone.signal });
    return () => gone.abort();
  }, [model, formId]);
}
