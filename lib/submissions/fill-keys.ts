import 'server-only';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { getKeyFields, type KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import { KNOWN_COLUMNS, toStoredKeys } from '@/lib/match-keys/keys';

/** The submissions of one batch. */
const BATCH = 200;

/**
 * Brings the keys of all submissions that are not leads yet up to date after another field became one of those
 * that say who a lead is. Writes only what differs, so that repeating it costs little.
 */
export async function fillSubmissionKeys(db: Db): Promise<void> {
  const fields = await getKeyFields(db);
  let last: string | undefined = '';
  while (last !== undefined) last = await fillBatch(db, { fields, last });
}

/** @returns the last id of the batch; undefined if there are no more */
async function fillBatch(
  db: Db,
  { fields, last }: { fields: KeyFields; last: string },
): Promise<string | undefined> {
  const { id, answers, knownEmail, knownPhone, knownDomain, knownCompany } = submissions;
  const batch = await db
    .select({ id, answers, knownEmail, knownPhone, knownDomain, knownCompany })
    .from(submissions)
    .where(and(isNull(submissions.leadId), gt(submissions.id, last)))
    .orderBy(asc(submissions.id))
    .limit(BATCH);
  for (const row of batch) {
    const keys = toStoredKeys(contactOfAnswers(row.answers, fields));
    if (KNOWN_COLUMNS.every((column) => row[column] === keys[column])) continue;
    await db.update(submissions).set(keys).where(eq(submissions.id, row.id));
  }
  return batch.length < BATCH ? undefined : batch.at(-1)?.id;
}
