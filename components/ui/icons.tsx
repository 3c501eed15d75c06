import type { StatusLabel, Tone } from '@/lib/core/status-labels';
import { ICON_PATHS } from './icon-paths';

export type IconName = keyof typeof ICON_PATHS;

export const TONE_ICONS = {
  neutral: 'circle',
  info: 'clock',
  progress: 'contrast',
  good: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-x',
} as const satisfies Record<Tone, IconName>;

/** Tells open, won, lost and other statuses apart without colour. */
export const statusIcon = ({ tone, isLost }: Pick<StatusLabel, 'tone' | 'isLost'>): IconName =>
  TONE_ICONS[isLost ? 'bad' : tone];

/** An icon in the text's color, hidden from screen readers: a text beside it says what it means. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
