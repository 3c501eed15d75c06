import 'server-only';
import { z } from 'zod';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import type { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import { keysOf, missingKeys } from './listed';

/**
 * The fields that the portal's list leaves out, as reads of single leads showed: a fact about the portal,
 * learned and never assumed. Unknown until a lead was read both in the list and individually.
 */

const OMITTED_FIELDS = { name: 'omitted-fields', schema: z.array(z.string()) } as const;
/** A portal may have any number of fields; these are shown to an admin. */
const MAX_NAMES = 200;

/** The fields that the list is known to omit, named as `keysOf` does; undefined while nothing is known. */
export async function getOmittedFields(db: Db): Promise<string[] | undefined> {
  return (await readSetting(db, OMITTED_FIELDS))?.value;
}

/** Stores which fields the list omits; an empty list is knowledge as well. */
export async function saveOmittedFields(db: Db, omits: readonly string[], now: Date): Promise<void> {
  await writeSetting(db, OMITTED_FIELDS, { value: omits.slice(0, MAX_NAMES), now });
}

/**
 * Learns from a read of a lead that the list had shown. It is evidence only if the lead did not change in
 * between. It proves that nothing is omitted only if the lead was known from the list alone and has a custom
 * field that could have been omitted.
 */
export async function learnOmittedFields(
  tx: Db,
  { lead, known, now }: { lead: ServiceLead; known: typeof leads.$inferSelect; now: Date },
): Promise<void> {
  const { fromList, omittedFields, record, serviceUpdatedAt } = known;
  if (lead.updatedAt?.getTime() !== serviceUpdatedAt?.getTime()) return;
  const has = new Set(keysOf(lead));
  const missing = fromList ? missingKeys(lead, record) : omittedFields.filter((key) => has.has(key));
  if (missing.length === 0 && (!fromList || Object.keys(lead.custom).length === 0)) return;
  const omits = await getOmittedFields(tx);
  const before = new Set(omits);
  if (omits && missing.every((key) => before.has(key))) return;
  await saveOmittedFields(tx, [...new Set([...(omits ?? []), ...missing])].toSorted(), now);
}
