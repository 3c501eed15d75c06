import type { Moment } from '@/lib/core/formats';

/** An exact time. How long ago it was says `RelativeTime`, which keeps it up to date. */
export function Time({ moment }: { moment: Moment }) {
  return <time dateTime={moment.iso}>{moment.text}</time>;
}
