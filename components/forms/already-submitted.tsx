'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import type { LeadFormState } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';

type Props = {
  earlier: Extract<LeadFormState, { status: 'already-submitted' }>['earlier'];
  formId: string;
  texts: FormTexts;
};

/**
 * The form was submitted before, with other answers: nothing was sent, and the person decides what these are.
 * Takes the focus when it comes. Its button belongs to the form, so it works without scripts.
 */
export function AlreadySubmitted({ earlier, formId, texts }: Props) {
  const box = useRef<HTMLElement>(null);
  // Drawn anew with every such answer.
  useEffect(() => box.current?.focus(), []);

  const [before, ...after] = earlier.heading.split('{name}');
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="already-submitted-heading"
      className="mb-6 max-w-160 rounded-control border border-line-strong bg-accent-soft p-4"
    >
      <h2 id="already-submitted-heading" className="text-lg font-semibold wrap-anywhere">
        {before}
        <bdi>{earlier.name}</bdi>
        {after.join('{name}')}
      </h2>
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
    </section>
  );
}
