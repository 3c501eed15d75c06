import 'server-only';
import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { MATCHED_BY, type MatchedBy } from '@/lib/match-keys/keys';

/**
 * Rows of the viewer's organization with one of some keys. Every part of the query is a range of an index that
 * begins with the organization, read up to a limit: its cost depends neither on the number of leads nor on
 * anything of another organization.
 */

/** The newest own ones of each key. */
const OWN = 3;
/** Of colleagues, for each key before and after the viewer in the index: at most this many, newest first. */
const COLLEAGUES = 50;
/** Submissions that are no leads yet. */
const PENDING = 20;

const LEAD_KEYS = {
  email: leads.knownEmail,
  phone: leads.knownPhone,
  domain: leads.knownDomain,
  company: leads.knownCompany,
} as const satisfies Record<MatchedBy, PgColumn>;

const SUBMISSION_KEYS = {
  email: submissions.knownEmail,
  phone: submissions.knownPhone,
  domain: submissions.knownDomain,
  company: submissions.knownCompany,
} as const satisfies Record<MatchedBy, PgColumn>;

const foundSchema = z.object({
  rows: z.array(
    z.object({
      matched: z.enum(MATCHED_BY),
      key: z.string(),
      source: z.enum(['lead', 'submission']),
      id: z.string(),
      agent: z.string(),
      at: z.coerce.number(),
    }),
  ),
});

/** A row with one of the keys; `at` in milliseconds since 1970. */
export type FoundRow = z.output<typeof foundSchema>['rows'][number];

/** @param except a submission that does not count, because the lead being entered replaces it */
export async function findRowsWithKeys(
  db: Db,
  viewer: Actor,
  { searched, except }: { searched: Record<MatchedBy, string[]>; except?: string },
): Promise<FoundRow[]> {
  const parts = MATCHED_BY.filter((by) => searched[by].length > 0).flatMap((by) => [
    ...leadParts(viewer, by).map((part) => partOf(by, { keys: searched[by], source: 'lead', part })),
    partOf(by, { keys: searched[by], source: 'submission', part: pendingPart(viewer, { by, except }) }),
  ]);
  if (parts.length === 0) return [];
  return foundSchema.parse(await db.execute(sql.join(parts, sql` union all `))).rows;
}

function partOf(
  by: MatchedBy,
  { keys, source, part }: { keys: readonly string[]; source: FoundRow['source']; part: SQL },
): SQL {
  return sql`(select ${by}::text as matched, searched.key, ${source}::text as source, found.id, found.agent,
      extract(epoch from found.at)::double precision * 1000 as at
    from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as searched (key), lateral (${part}) as found)`;
}

function leadParts({ membership }: Actor, by: MatchedBy): SQL[] {
  const { organizationId, agentId } = membership;
  const { id, submittedAt } = leads;
  const withKey = and(
    eq(leads.organizationId, organizationId),
    eq(LEAD_KEYS[by], sql`searched.key`),
    isNull(leads.deletedAt),
  );
  const select = (where: SQL | undefined, rest: SQL) =>
    sql`select ${id} as id, ${leads.agentId} as agent, ${submittedAt} as at from ${leads}
      where ${and(withKey, where)} ${rest}`;
  return [
    select(eq(leads.agentId, agentId), sql`order by ${desc(submittedAt)} limit ${OWN}`),
    // The index has each agent's leads in order, not those of all: of colleagues some are read, and sorted.
    select(lt(leads.agentId, agentId), sql`limit ${COLLEAGUES}`),
    select(gt(leads.agentId, agentId), sql`limit ${COLLEAGUES}`),
  ];
}

function pendingPart({ membership }: Actor, { by, except }: { by: MatchedBy; except?: string }): SQL {
  const { id, agentId, createdAt, organizationId, leadId, replacedBy } = submissions;
  const where = and(
    eq(organizationId, membership.organizationId),
    eq(SUBMISSION_KEYS[by], sql`searched.key`),
    isNull(leadId),
    isNull(replacedBy),
    except === undefined ? undefined : ne(id, except),
  );
  return sql`select ${id} as id, ${agentId} as agent, ${createdAt} as at from ${submissions}
    where ${where} order by ${desc(createdAt)} limit ${PENDING}`;
}
