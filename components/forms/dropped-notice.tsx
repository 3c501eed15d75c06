'use client';

import type { LostAnswer } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';

/** Says that a draft was not put back because the lead changed since, with what it held, to copy from. */
export function DroppedNotice({ typed, texts }: { typed: readonly LostAnswer[]; texts: FormTexts }) {
  return (
    <section
      aria-labelledby="dropped-heading"
      className="mb-6 max-w-160 rounded-control border border-line-strong bg-accent-soft p-4"
    >
      <h2 id="dropped-heading" className="text-lg font-semibold">
        {texts.droppedHeading}
      </h2>
      <p role="status" className="mt-1">
        {texts.dropped}
      </p>
      <dl className="mt-1">
        {typed.map(({ label, text }) => (
          <div key={label} className="py-1">
            <dt dir="auto" className="text-sm text-muted">
              {label}
            </dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
