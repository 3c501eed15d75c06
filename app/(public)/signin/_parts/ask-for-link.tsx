'use client';

import { useFormStatus } from 'react-dom';
import { useProblem } from '@/components/shell/action-fields';
import { ActionForm, ActionProvider, SubmitButton, useActionResult } from '@/components/shell/action-form';
import { CONTROL } from '@/components/ui/field';
import { Problem } from '@/components/ui/problem';
import type { FormAction } from '@/lib/core/action-result';

type Texts = { label: string; send: string; sending: string; failed: string };

type Props = { action: FormAction; callbackUrl: string; isOnlyWay: boolean; texts: Texts };

const ID = 'sign-in-email';

/** Requests a sign-in link by mail. Works without scripts; the input stays. */
export function AskForLinkForm({ action, callbackUrl, isOnlyWay, texts }: Props) {
  return (
    <ActionProvider action={action} texts={{ failed: texts.failed, busy: texts.sending }}>
      <ActionForm command="ask-for-link" about={{ callbackUrl }}>
        <Address label={texts.label} />
        <Send texts={texts} variant={isOnlyWay ? 'primary' : 'secondary'} />
      </ActionForm>
    </ActionProvider>
  );
}

/** The error is next to the input; the page never shows a typed address. */
function Address({ label }: { label: string }) {
  const typed = useActionResult()?.values?.email;
  const { problem, wiring } = useProblem<HTMLInputElement>({ name: 'email', required: true });
  return (
    <>
      <label htmlFor={ID} className="mb-1 block font-semibold">
        {label}
      </label>
      <Problem {...problem} />
      <input
        {...wiring}
        id={ID}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        dir="ltr"
        defaultValue={typed}
        className={`${CONTROL} min-h-11 px-3 text-lg sm:min-h-10 sm:text-base`}
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
