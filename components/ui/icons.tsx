import type { ReactNode } from 'react';
import type { Tone } from '@/lib/core/status-words';

/** Every icon of the desk: 16 units square, in the text's colour, hidden from screen readers. */
const PATHS = {
  dot: <circle cx="8" cy="8" r="2.75" fill="currentColor" stroke="none" />,
  ring: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  half: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" stroke="none" />
    </>
  ),
  check: <path d="m3 8.5 3.25 3.25L13 4.75" />,
  warn: (
    <>
      <path d="M8 2.25 14.25 13.5H1.75z" />
      <path d="M8 6.5v3M8 11.5v.25" />
    </>
  ),
  cross: <path d="m4 4 8 8m0-8-8 8" />,
  plus: <path d="M8 3v10M3 8h10" />,
  up: <path d="M8 13V3.5M4 7l4-4 4 4" />,
  down: <path d="M8 3v9.5M4 9l4 4 4-4" />,
  both: <path d="m5 6.5 3-3 3 3m-6 3 3 3 3-3" />,
  left: <path d="M10 3.5 5.5 8l4.5 4.5" />,
  right: <path d="M6 3.5 10.5 8 6 12.5" />,
  chevron: <path d="m4 6.5 4 4 4-4" />,
  pause: <path d="M5.5 3.5v9m5-9v9" strokeWidth="2" />,
  play: <path d="M5 3.25v9.5L12.75 8z" fill="currentColor" />,
  pencil: <path d="m3 13 .75-3L10.5 3.25 12.75 5.5 6 12.25zM9 4.75 11.25 7" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

export const TONE_ICONS = {
  neutral: 'dot',
  info: 'ring',
  progress: 'half',
  good: 'check',
  warn: 'warn',
  bad: 'cross',
} as const satisfies Record<Tone, IconName>;

export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {PATHS[name]}
    </svg>
  );
}
