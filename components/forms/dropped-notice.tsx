'use client';

import type { LostAnswer } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { LostAnswers, NoticeBox } from './notice-box';

/** Says that a draft was not put back because the lead changed since, with what it held, to copy from. */
export function DroppedNotice({ typed, texts }: { typed: readonly LostAnswer[]; texts: FormTexts }) {
  return (
    <NoticeBox id="dropped-heading" heading={texts.droppedHeading}>
      <p role="status" className="mt-1">
        {texts.dropped}
      </p>
      <LostAnswers answers={typed} />
    </NoticeBox>
  );
}
