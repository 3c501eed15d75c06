import 'server-only';
import { shortDigest } from '@/lib/core/ids';
import type { RowView } from './list-rows';

/** What the control of a cell showed, in short. */
export const digestShown = (text: string): string => shortDigest(text, 8);

/**
 * What a page of rows posts of what it shows, so that only what was changed there is a change: another window may have
 * changed the same rows since.
 *
 * @param rows that can be left out, or are
 * @param fixed the cells with a control
 */
export function nameShown(
  rows: readonly Pick<RowView, 'position' | 'isLeftOut'>[],
  fixed: readonly { position: number; key: string; shown: string }[],
): { rows: string; out: string; seen: string } {
  const positions = (some: typeof rows) => some.map(({ position }) => position).join();
  return {
    rows: positions(rows),
    out: positions(rows.filter(({ isLeftOut }) => isLeftOut)),
    seen: fixed.map(({ position, key, shown }) => `${position}.${key}:${digestShown(shown)}`).join(' '),
  };
}

/** Of each cell what its control showed, by position and key. */
export const readSeen = (seen: string): ReadonlyMap<string, string> =>
  new Map(
    seen.split(' ').flatMap((cell) => {
      const [name, digest] = cell.split(':');
      return name && digest ? [[name, digest] as const] : [];
    }),
  );
