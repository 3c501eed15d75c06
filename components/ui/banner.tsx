import type { ReactNode } from 'react';
import type { Tone } from '@/lib/core/status-labels';
import { Icon, TONE_ICONS } from './icons';
import { TONE_CLASSES } from './tone';

/** A notice about the whole page that the reader should see first. */
export function Banner({ tone, title, children }: { tone: Tone; title: ReactNode; children?: ReactNode }) {
  return (
    <section
      className={`${TONE_CLASSES[tone]} flex gap-2.5 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5 text-ink`}
    >
      <span className="pt-0.5 text-tone">
        <Icon name={TONE_ICONS[tone]} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold text-tone">{title}</p>
        {children}
      </div>
    </section>
  );
}
