'use client';

import { Button } from '@/components/ui/button';
import type { LeadFormState } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { NoticeBox } from './notice-box';

type Props = {
  earlier: Extract<LeadFormState, { status: 'already-submitted' }>['earlier'];
  formId: string;
  texts: FormTexts;
};

/**
 * The form was already submitted with other answers: nothing was sent, and the person decides what to do with
 * the new ones. Takes the focus when it appears. Its button belongs to the form, so it works without scripts.
 */
export function AlreadySubmitted({ earlier, formId, texts }: Props) {
  const [before, ...after] = earlier.heading.split('{name}');
  return (
    <NoticeBox
      id="already-submitted-heading"
      focusFor={earlier}
      heading={
        <>
          {before}
          <bdi>{earlier.name}</bdi>
          {after.join('{name}')}
        </>
      }
    >
      <p className="mt-1">{texts.alreadySubmittedIntro}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" form={formId} name="asNew" value={earlier.asNew}>
          {texts.submitAsNew}
        </Button>
        {earlier.href && (
          <a href={earlier.href} className="inline-flex min-h-11 items-center text-accent underline">
            {texts.openThatLead}
          </a>
        )}
      </div>
    </NoticeBox>
  );
}
