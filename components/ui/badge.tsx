import type { Tone } from '@/lib/core/status-words';
import { Icon, TONE_ICONS } from './icons';
import { TONE_CLASSES } from './tone';

/** A short label with a tone: icon and text carry the meaning, the colour only repeats it. */
export function Badge({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span
      className={`${TONE_CLASSES[tone]} inline-flex max-w-full items-center gap-1 rounded-control bg-tone-soft pr-2 pl-1.5 align-top text-sm text-tone forced-colors:border`}
    >
      <Icon name={TONE_ICONS[tone]} className="size-3.5" />
      <span dir="auto" className="min-w-0">
        {label}
      </span>
    </span>
  );
}
