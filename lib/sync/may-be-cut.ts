import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/connection';
import type { LeadPage } from '@/lib/service/lead';
import type { Sweep } from './sweep-state';

/** Likely page sizes: 10, 15, 20, 25, 30, 40 and 50, these times ten, and so on. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5];
const MIN_PAGE = 10;
/** 64, 128 and so on. */
const MIN_POWER = 64;

/**
 * Whether a list may continue without saying so: it has one page, nothing in it marks an end, and it has as
 * many leads as a typical page. Not if a longer page was read before: then this is not the page length.
 */
export async function mayBeCut(
  db: Db,
  { sweep, lastPage }: { sweep: Sweep; lastPage: LeadPage },
): Promise<boolean> {
  const { pageCount, seen } = sweep;
  if (pageCount !== 1 || lastPage.isEndNamed || !isPageLength(seen)) return false;
  const longer = and(eq(sweeps.pageCount, 1), gt(sweeps.seen, seen));
  return (await db.$count(sweeps, longer)) === 0;
}

/** Whether this is a typical number of entries on a page. */
export function isPageLength(count: number): boolean {
  if (count < MIN_PAGE) return false;
  if (count >= MIN_POWER && Number.isInteger(Math.log2(count))) return true;
  const power = 10 ** Math.floor(Math.log10(count));
  return STEPS.includes(count / power);
}
