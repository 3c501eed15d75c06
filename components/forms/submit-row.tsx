'use client';

import { Button } from '@/components/ui/button';
import type { FormTexts } from '@/lib/forms/texts';

type Props = {
  texts: FormTexts;
  isPending: boolean;
  /**
   * The id of a lead of its own, where the button answers the question about an earlier one. That takes a press: the
   * shortcut asks again.
   */
  asNew?: string;
};

/** The one button. It keeps its focus while sending; what happens is said in a status that was there before. */
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
