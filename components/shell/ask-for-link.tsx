'use client';

import { useActionState, useEffect, useRef } from 'react';
import { withCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';
import { guarded } from '@/components/ui/guarded-action';
import { Icon } from '@/components/ui/icons';

/** What is wrong with what was typed; who typed an address never gets one. */
export type LinkProblem = { problem: string; typed: string };

export type AskForLink = (told: LinkProblem | undefined, data: FormData) => Promise<LinkProblem>;

type Props = {
  action: AskForLink;
  callbackUrl: string;
  texts: { label: string; send: string; sending: string; failed: string };
};

const ID = 'sign-in-email';
const PROBLEM_ID = 'sign-in-email-problem';

/** Asks for a link by mail. Works without scripts; what was typed stays. */
export function AskForLinkForm({ action, callbackUrl, texts }: Props) {
  const typed = useRef('');
  const toFailed = (_: LinkProblem | undefined, code?: string): LinkProblem => ({
    problem: withCode(texts.failed, code),
    typed: typed.current,
  });
  const [told, dispatch, isPending] = useActionState(
    guarded<LinkProblem | undefined>(action, toFailed),
    undefined,
  );
  const input = useRef<HTMLInputElement>(null);
  // A ref, because a double click comes faster than a render.
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isPending) isBusy.current = false;
  }, [isPending]);
  useEffect(() => {
    if (told) input.current?.focus();
  }, [told]);
  return (
    <form
      action={dispatch}
      onSubmit={(event) => {
        if (isBusy.current) event.preventDefault();
        typed.current = input.current?.value ?? '';
        isBusy.current = true;
      }}
    >
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <label htmlFor={ID} className="mb-1 block font-medium">
        {texts.label}
      </label>
      {told && (
        <p id={PROBLEM_ID} className="mb-1 flex items-baseline gap-1.5 text-danger">
          <Icon name="warn" className="size-3.5 shrink-0 translate-y-0.5" />
          {told.problem}
        </p>
      )}
      <input
        ref={input}
        id={ID}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        dir="ltr"
        defaultValue={told?.typed}
        aria-invalid={told ? true : undefined}
        aria-describedby={told ? PROBLEM_ID : undefined}
        className="min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink aria-invalid:border-danger"
      />
      <Button type="submit" aria-disabled={isPending} className="mt-3 w-full">
        {isPending ? texts.sending : texts.send}
      </Button>
    </form>
  );
}
