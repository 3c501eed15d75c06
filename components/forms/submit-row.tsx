'use client';

import { type ReactNode, useState } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import type { FormTexts } from '@/lib/forms/texts';

type Props = {
  texts: FormTexts;
  isPending: boolean;
  /**
   * The id of a separate lead, if the button answers the question about an earlier one. Requires a press: the
   * keyboard shortcut asks again.
   */
  newSubmissionId?: string;
  /** Where the person came from. */
  cancelHref: string;
  /** Saves the draft; returns what became of it, undefined if that is unknown. */
  saveDraft: () => Promise<string | undefined>;
  /** Another way to submit. */
  children?: ReactNode;
};

const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1';
const AT_BOTTOM = 'tall:sticky bottom-(--notice-height) z-1 mt-8 border-t border-line bg-page py-3';

/**
 * The form's buttons. The pressed one keeps its focus while sending; progress is announced in a status element
 * that already exists. On a phone only those that submit stay in view.
 */
export function SubmitRow({ texts, isPending, newSubmissionId, cancelHref, saveDraft, children }: Props) {
  const [savedText, setSavedText] = useState('');
  const save = async () => setSavedText((await saveDraft()) ?? texts.draftNotSaved);
  return (
    <div className={`max-sm:contents ${ROW} ${AT_BOTTOM}`}>
      <div className={`submit-bar sm:contents ${ROW} ${AT_BOTTOM}`}>
        <Button
          type="submit"
          variant="primary"
          className="min-w-40 max-sm:grow"
          isBusy={isPending}
          {...(newSubmissionId
            ? { name: 'newSubmissionId', value: newSubmissionId }
            : { 'aria-keyshortcuts': 'Control+Enter' })}
        >
          {newSubmissionId ? texts.submitAsNew : texts.submit}
        </Button>
        {!newSubmissionId && children}
      </div>
      <div className={`sm:contents ${ROW}`}>
        <Button
          className="[@media(scripting:none)]:hidden"
          onClick={() => {
            if (!isPending) void save();
          }}
        >
          {texts.saveDraft}
        </Button>
        <a
          href={cancelHref}
          aria-disabled={isPending || undefined}
          className={buttonClass({ variant: 'ghost' })}
        >
          {texts.cancel}
        </a>
        <p role="status" className="font-semibold">
          {isPending ? texts.submitting : savedText}
        </p>
        <p className="text-sm text-muted max-md:hidden md:ml-auto">
          {!isPending && !newSubmissionId && savedText === '' && texts.shortcut}
        </p>
      </div>
    </div>
  );
}
