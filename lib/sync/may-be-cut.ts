import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/portal';
import type { LeadPage } from '@/lib/service/lead';
import type { Sweep } from './sweep-state';

/** Sizes that pages of a list are likely to have: 10, 15, 20, 25, 30, 40 and 50, these times ten, and so on. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5];
const MIN_PAGE = 10;
/** 64, 128 and so on. */
const MIN_POWER = 64;

/**
 * Whether a list may go on in a way that nobody tells: it came in one page, nothing in it names an end, and it has
 * as many leads as pages are usually long. Not if a longer page came before: then this is no page's length.
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

/** Whether a page of a list is likely to have just so many entries. */
export function isPageLength(count: number): boolean {
  if (count < MIN_PAGE) return false;
  if (count >= MIN_POWER && Number.isInteger(Math.log2(count))) return true;
  const power = 10 ** Math.floor(Math.log10(count));
  return STEPS.includes(count / power);
}
