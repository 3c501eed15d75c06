'use client';

import { Button } from '@/components/ui/button';
import type { FormTexts } from '@/lib/forms/texts';

type Props = {
  texts: FormTexts;
  isPending: boolean;
  /**
   * The id of a separate lead, if the button answers the question about an earlier one. Requires a press: the
   * keyboard shortcut asks again.
   */
  asNew?: string;
};

/**
 * The only button. It keeps its focus while sending; progress is announced in a status element that already
 * exists.
 */
export function SubmitRow({ texts, isPending, asNew }: Props) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        variant="primary"
        className="min-w-40 max-sm:w-full"
        aria-disabled={isPending || undefined}
        {...(asNew ? { name: 'asNew', value: asNew } : { 'aria-keyshortcuts': 'Control+Enter' })}
      >
        {asNew ? texts.submitAsNew : texts.submit}
      </Button>
      <p role="status" className="min-h-6 font-medium">
        {isPending && texts.submitting}
      </p>
      <p className="text-sm text-muted max-sm:hidden">{!isPending && !asNew && texts.shortcut}</p>
    </div>
  );
}
