'use client';

import { Button } from '@/components/ui/button';
import type { FormTexts } from '@/lib/forms/texts';

/** Says that a draft of this tab is back in the fields, and offers to start again. */
export function RestoredNotice({ texts, onDiscard }: { texts: FormTexts; onDiscard: () => void }) {
  return (
    <div className="mb-5 flex max-w-160 flex-wrap items-center justify-between gap-x-4 rounded-control border border-line bg-accent-soft px-3 py-1">
      <p role="status" className="py-2">
        {texts.restored}
      </p>
      <Button look="quiet" onClick={onDiscard}>
        {texts.startAgain}
      </Button>
    </div>
  );
}
