'use client';

import { Button } from '@/components/ui/button';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { LostAnswer } from '@/lib/forms/state';
import { type FormTexts, fill, quoteLabels } from '@/lib/forms/texts';
import { fieldsLeftOut } from './draft-store';
import { LostAnswers, NoticeBox } from './notice-box';

type Props = {
  model: FormModel;
  /** The controls' values before any input. */
  start: InputValues;
  texts: FormTexts;
  onDiscard: () => void;
};

/** Says that a draft of this tab was restored, and which fields were not, and offers to start again. */
export function RestoredNotice({ model, start, texts, onDiscard }: Props) {
  const { empty, asBefore } = fieldsLeftOut(model, start);
  const quote = (labels: string[]) => quoteLabels(model.locale, labels, texts.quoted);
  return (
    <div className="mb-5 flex max-w-160 flex-wrap items-center justify-between gap-x-4 rounded-control border border-line bg-accent-soft px-3 py-1">
      <p role="status" className="py-2">
        {texts.restored} {empty.length > 0 && fill(texts.restoredExcept, { labels: quote(empty) })}{' '}
        {asBefore.length > 0 && fill(texts.restoredAsBefore, { labels: quote(asBefore) })}
      </p>
      <Button variant="quiet" onClick={onDiscard}>
        {texts.startAgain}
      </Button>
    </div>
  );
}

/** Says that a draft was not restored because the lead changed since, with its contents to copy. */
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
