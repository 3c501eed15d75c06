import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { savedViews } from '@/lib/db/schema/views';
import type { Pair } from './input';

/** A corrected typing error is no change of organization: the saved views of these people come along. */
export async function correctViewsPair(
  tx: Db,
  { wrong, right, personIds }: { wrong: Pair; right: Pair; personIds: string[] },
): Promise<void> {
  const ofThem = and(
    eq(savedViews.organizationId, wrong.organizationId),
    inArray(savedViews.personId, personIds),
  );
  await tx.update(savedViews).set({ organizationId: right.organizationId }).where(ofThem);
}
