import type { StatusLabel } from '@/lib/core/status-labels';
import { Icon, statusIcon } from './icons';
import { TONE_CLASSES } from './tone';

/**
 * A short label with a tone: icon and text carry the meaning, the colour only repeats it. A long one wraps, and leaves
 * the columns beside it room.
 */
export function Badge({ tone, label, isLost }: Omit<StatusLabel, 'known'>) {
  return (
    <span
      className={`${TONE_CLASSES[tone]} inline-flex max-w-full items-center wide:max-w-60 gap-1 rounded-small border border-tone-line bg-tone-soft pr-1.5 pl-1 align-top text-sm font-semibold text-tone`}
    >
      <Icon name={statusIcon({ tone, isLost })} className="size-3" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {label}
      </span>
    </span>
  );
}
