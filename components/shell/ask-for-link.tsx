'use client';

import { useEffect, useRef } from 'react';
import { useFormStatus } from 'react-dom';
import { CONTROL } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import type { FormAction } from '@/lib/core/action-result';
import { ActionForm, ActionProvider, SubmitButton, useActionResult } from './action-form';

type Texts = { label: string; send: string; sending: string; failed: string };

type Props = { action: FormAction; callbackUrl: string; isOnlyWay: boolean; texts: Texts };

const ID = 'sign-in-email';
const PROBLEM_ID = 'sign-in-email-problem';

/** Requests a sign-in link by mail. Works without scripts; the input stays. */
export function AskForLinkForm({ action, callbackUrl, isOnlyWay, texts }: Props) {
  return (
    <ActionProvider action={action} texts={{ failed: texts.failed, busy: texts.sending }}>
      <ActionForm command="ask-for-link" about={{ callbackUrl }} showsResult={false}>
        <Address label={texts.label} />
        <Send texts={texts} variant={isOnlyWay ? 'primary' : 'secondary'} />
      </ActionForm>
    </ActionProvider>
  );
}

/** The error is next to the input; the page never shows a typed address. */
function Address({ label }: { label: string }) {
  const result = useActionResult();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (result) input.current?.focus();
  }, [result]);
  return (
    <>
      <label htmlFor={ID} className="mb-1 block font-semibold">
        {label}
      </label>
      {result && (
        <p id={PROBLEM_ID} className="mb-1 flex items-baseline gap-1.5 text-danger">
          <Icon name="triangle-alert" className="size-3.5 shrink-0 translate-y-0.5" />
          {result.text}
        </p>
      )}
      <input
        ref={input}
        id={ID}
        name="email"
        type="email"
        autoComplete="email"
        aria-required
        maxLength={254}
        dir="ltr"
        defaultValue={result?.values?.email}
        // Also on the page that answers a post without scripts.
        {...(result && { autoFocus: true, 'aria-invalid': true, 'aria-describedby': PROBLEM_ID })}
        className={`${CONTROL} min-h-11 px-3 text-lg aria-invalid:border-danger sm:min-h-10 sm:text-base`}
      />
    </>
  );
}

function Send({ texts, variant }: { texts: Texts; variant: 'primary' | 'secondary' }) {
  const { pending } = useFormStatus();
  return (
    <SubmitButton variant={variant} className="mt-3 w-full">
      {pending ? texts.sending : texts.send}
    </SubmitButton>
  );
}
