'use client';

import { Button, buttonClass } from '@/components/ui/button';
import type { FormTexts } from '@/lib/forms/texts';

type Props = {
  texts: FormTexts;
  isPending: boolean;
  /**
   * The id of a separate lead, if the button answers the question about an earlier one. Requires a press: the
   * keyboard shortcut asks again.
   */
  asNew?: string;
  /** Where the person came from. */
  cancelHref: string;
};

/**
 * The only button. It keeps its focus while sending; progress is announced in a status element that already
 * exists.
 */
export function SubmitRow({ texts, isPending, asNew, cancelHref }: Props) {
  return (
    <div className="sticky bottom-(--notice-height) z-1 mt-8 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-page py-3">
      <Button
        type="submit"
        variant="primary"
        className="min-w-40 max-sm:grow"
        isBusy={isPending}
        {...(asNew ? { name: 'asNew', value: asNew } : { 'aria-keyshortcuts': 'Control+Enter' })}
      >
        {asNew ? texts.submitAsNew : texts.submit}
      </Button>
      <a
        href={cancelHref}
        aria-disabled={isPending || undefined}
        className={buttonClass({ variant: 'ghost' })}
      >
        {texts.cancel}
      </a>
      <p role="status" className="font-semibold">
        {isPending && texts.submitting}
      </p>
      <p className="text-sm text-muted max-md:hidden">{!isPending && !asNew && texts.shortcut}</p>
    </div>
  );
}
