import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import type { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import { keysOf, missingKeys } from './listed';

/**
 * The fields that the portal's list leaves out, as reads of single leads showed: a fact about the portal,
 * learned and never assumed. Unknown until a lead was read both in the list and individually.
 */

const NAME = 'list-omits';
const omitsSchema = z.array(z.string());
/** A portal may have any number of fields; these are shown to an admin. */
const MAX_NAMES = 200;

/** The fields that the list is known to omit, named as `keysOf` does; undefined while nothing is known. */
export async function getListOmits(db: Db): Promise<string[] | undefined> {
  const [row] = await db
    .select({ value: deskSettings.value })
    .from(deskSettings)
    .where(eq(deskSettings.name, NAME));
  return omitsSchema.safeParse(row?.value).data;
}

/** Stores which fields the list omits; an empty list is knowledge as well. */
export async function saveListOmits(db: Db, omits: readonly string[], now: Date): Promise<void> {
  const row = { value: omits.slice(0, MAX_NAMES), changedAt: now };
  await db
    .insert(deskSettings)
    .values({ name: NAME, ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}

/**
 * Learns from a read of a lead that the list had shown. It is evidence only if the lead did not change in
 * between. It proves that nothing is omitted only if the lead was known from the list alone and has a custom
 * field that could have been omitted.
 */
export async function learnOmits(
  tx: Db,
  { lead, known, now }: { lead: ServiceLead; known: typeof leads.$inferSelect; now: Date },
): Promise<void> {
  const { fromList, omittedFields, record, serviceUpdatedAt } = known;
  if (lead.updatedAt?.getTime() !== serviceUpdatedAt?.getTime()) return;
  const has = new Set(keysOf(lead));
  const missing = fromList ? missingKeys(lead, record) : omittedFields.filter((key) => has.has(key));
  if (missing.length === 0 && (!fromList || Object.keys(lead.custom).length === 0)) return;
  const omits = await getListOmits(tx);
  const before = new Set(omits);
  if (omits && missing.every((key) => before.has(key))) return;
  await saveListOmits(tx, [...new Set([...(omits ?? []), ...missing])].toSorted(), now);
}
