import 'server-only';
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Place } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { people } from '@/lib/db/schema/people';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { toEmailKey } from '@/lib/match-keys/email';
import { oneOf } from './find-leads';
import { holds } from './search';

/** Whose rows are looked for, and what else. */
export type Owned = {
  email: string | undefined;
  leadIds: readonly string[];
  submissionIds: readonly string[];
  texts: readonly string[];
  /** Keys of phones. */
  phones: readonly string[];
  fields: KeyFields;
};

/** The values next to each other: a first name, and the last one after it. */
const VALUES = sql`(select string_agg(field ->> 2, ' ') from jsonb_array_elements(${drafts.fields}) as field)`;

/**
 * `own`: the drafts whose email field is the address, of edits of these leads, and of corrections of these submissions.
 * `others`: those that only have one of the texts.
 */
export async function findDrafts(
  db: Db,
  { email, leadIds, submissionIds, texts, fields }: Owned,
): Promise<{ own: string[]; others: Place[] }> {
  const rows = await db
    .select({
      id: drafts.id,
      fields: drafts.fields,
      isOf: sql<boolean>`coalesce(${or(oneOf(drafts.leadId, leadIds), oneOf(drafts.replaces, submissionIds)) ?? sql`false`}, false)`,
      owner: people.email,
      at: drafts.updatedAt,
    })
    .from(drafts)
    .innerJoin(people, eq(people.id, drafts.personId))
    .where(or(oneOf(drafts.leadId, leadIds), oneOf(drafts.replaces, submissionIds), holds(VALUES, texts)))
    .orderBy(asc(drafts.id));
  const isOwn = ({ isOf, fields: typed }: (typeof rows)[number]) =>
    isOf ||
    typed.some(
      ([id, , value]) =>
        email !== undefined &&
        (id === 'email' || id === fields.email?.id) &&
        typeof value === 'string' &&
        toEmailKey(value) === email,
    );
  return {
    own: rows.filter(isOwn).map(({ id }) => id),
    others: rows.filter((row) => !isOwn(row)).map(({ id, owner, at }) => ({ kind: 'draft', id, owner, at })),
  };
}

/** Locks these until the transaction ends: nobody saves one meanwhile. */
export async function lockDrafts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(inArray(drafts.id, [...ids]))
    .orderBy(asc(drafts.id))
    .for('update');
}
