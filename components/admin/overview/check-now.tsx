'use client';

import { useActionState } from 'react';
import { withCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';
import { guarded } from '@/components/ui/guarded-action';

/** Asks for everything to be checked, and says when that was done. Works without scripts, too. */
export function CheckNow({
  action,
  text,
  failed,
}: {
  action: () => Promise<string>;
  text: string;
  /** Said if the action itself did not come through. */
  failed: string;
}) {
  const [outcome, dispatch, isPending] = useActionState(
    guarded<string>(action, (_, code) => withCode(failed, code)),
    '',
  );
  return (
    <form action={dispatch} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-muted">
        {isPending ? '' : outcome}
      </p>
      <Button type="submit" aria-disabled={isPending}>
        {text}
      </Button>
    </form>
  );
}
