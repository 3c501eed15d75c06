import 'server-only';
import { and, eq, inArray, isNotNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';

/** What stands for "these answers of this person", sent once at most, also after the import was deleted. */
export function sentKeyOf({ personId, membership }: Actor, digest: string): string {
  return `${membership.organizationId} ${personId} ${digest}`;
}

/** Which of these digests are of rows that another import of the viewer has sent. */
export async function findSent(
  db: Db,
  viewer: Actor,
  { digests, importId }: { digests: readonly string[]; importId: string },
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const digestOf = new Map(digests.map((digest) => [sentKeyOf(viewer, digest), digest]));
  const keys = [...digestOf.keys()];
  const found = await db
    .select({ key: importRows.sentKey })
    .from(importRows)
    .where(and(inArray(importRows.sentKey, keys), ne(importRows.importId, importId)))
    .union(
      db
        .select({ key: sentImportRows.sentKey })
        .from(sentImportRows)
        .where(and(inArray(sentImportRows.sentKey, keys), not(isRefused))),
    );
  return new Set(found.flatMap(({ key }) => digestOf.get(key ?? '') ?? []));
}

/** True in SQL for a key that was sent, by an import that is kept or by one that was deleted. */
export function isSentKey(key: SQL, where: { exceptOf?: string } = {}): SQL {
  const other = where.exceptOf === undefined ? sql`` : sql`and sent.import_id <> ${where.exceptOf}`;
  return sql`(exists (select 1 from import_rows as sent where sent.sent_key = ${key} ${other})
    or exists (select 1 from ${sentImportRows} where ${sentImportRows.sentKey} = ${key} and not ${isRefused}))`;
}

/** The portal has nothing of it, and without its import nothing else leads to it: its row may be sent again. */
const isRefused = sql`exists (select 1 from ${submissions}
  where ${submissions.id} = ${sentImportRows.submissionId}
    and ${submissions.state} = 'refused' and ${submissions.replacedBy} is null)`;

/** Keeps the keys of what these imports sent. In the transaction that deletes the imports, and before it does. */
export async function keepSentKeys(tx: Db, importIds: readonly string[]): Promise<void> {
  await tx
    .insert(sentImportRows)
    .select(
      tx
        .select({
          sentKey: sql<string>`${importRows.sentKey}`.as('sent_key'),
          personId: imports.personId,
          submissionId: sql<string>`${importRows.submissionId}`.as('submission_id'),
        })
        .from(importRows)
        .innerJoin(imports, eq(imports.id, importRows.importId))
        .where(
          and(
            inArray(importRows.importId, [...importIds]),
            isNotNull(importRows.sentKey),
            isNotNull(importRows.submissionId),
          ),
        ),
    )
    // Sent again after it was refused.
    .onConflictDoUpdate({
      target: sentImportRows.sentKey,
      set: { submissionId: sql`excluded.submission_id` },
    });
}
