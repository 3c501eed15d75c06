'use client';

import { Button } from '@/components/ui/button';
import type { FormDrawing } from '@/lib/forms/drawing';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { isKept } from './draft-store';

type Props = { drawing: FormDrawing; texts: FormTexts; onDiscard: () => void };

/** Says that a draft of this tab is back in the fields, and which of them is not, and offers to start again. */
export function RestoredNotice({ drawing, texts, onDiscard }: Props) {
  const left = drawing.fields.filter((field) => !isKept(field)).map(({ label }) => label);
  return (
    <div className="mb-5 flex max-w-160 flex-wrap items-center justify-between gap-x-4 rounded-control border border-line bg-accent-soft px-3 py-1">
      <p role="status" className="py-2">
        {texts.restored} {left.length > 0 && fill(texts.restoredExcept, { labels: left.join(', ') })}
      </p>
      <Button look="quiet" onClick={onDiscard}>
        {texts.startAgain}
      </Button>
    </div>
  );
}
