import type { Tone } from '@/lib/core/status-labels';

/** Sets the tone of everything inside that uses `text-tone` or `bg-tone-soft`. */
export const TONE_CLASSES = {
  neutral: 'tone-neutral',
  info: 'tone-info',
  progress: 'tone-progress',
  good: 'tone-good',
  warn: 'tone-warn',
  bad: 'tone-bad',
} as const satisfies Record<Tone, string>;
