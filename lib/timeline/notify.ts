import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';

/**
 * Notifies those who may see a submission that it waits for review: nobody can say whether it arrived, or for whom it is to be
 * sent. An import of thousands of rows for rejected owner ids is shown by the import.
 */
export async function notifyOfReview(tx: Db, submissionId: string): Promise<void> {
  await tx.execute(sql`
    insert into notices (person_id, kind, submission_id, at)
    select m.person_id, 'review', s.id, clock_timestamp()
    from submissions s
    join memberships m on m.organization_id = s.organization_id and (m.role = 'manager' or m.agent_id = s.agent_id)
    where s.id = ${submissionId} and (coalesce(s.evidence ->> 'reason', '') <> 'owner'
      or not exists (select from import_rows r where r.submission_id = s.id))`);
}

/**
 * Notifies the person of an import that it is finished. This replaces the notice of an earlier time: both would say the
 * same.
 */
export async function notifyOfImport(tx: Db, importId: string): Promise<void> {
  await tx.execute(sql`delete from notices where import_id = ${importId}`);
  await tx.execute(sql`
    insert into notices (person_id, kind, import_id, at)
    select person_id, 'import-finished', id, clock_timestamp() from imports where id = ${importId}`);
}

type Access = { organizationId: string; agentId: string; role: string };
/** `before`, `after`: absent if the person had, or has, none. */
export type AccessChange = { personId: string; before?: Access | undefined; after?: Access | undefined };

/**
 * Notifies people of a change of what they have access to, with the names of now. Who made the change is not notified,
 * nor who has never signed in: they learn it from their invitation, or see it then.
 */
export async function notifyOfAccess(
  tx: Db,
  { changes, by }: { changes: readonly AccessChange[]; by: string | undefined },
): Promise<void> {
  const real = changes.filter(({ before, after, personId }) => personId !== by && !isSame(before, after));
  if (real.length === 0) return;
  await tx.execute(sql`
    insert into notices (person_id, kind, access, at)
    select p.id, 'access-changed',
      jsonb_strip_nulls(jsonb_build_object('before', ${accessOf('before')}, 'after', ${accessOf('after')})),
      clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(real)}::jsonb) as c("personId" text, before jsonb, after jsonb)
    join people p on p.id = c."personId" and p.last_sign_in_at is not null`);
}

const isSame = (one: Access | undefined, other: Access | undefined) =>
  one?.organizationId === other?.organizationId &&
  one?.agentId === other?.agentId &&
  one?.role === other?.role;

function accessOf(which: 'before' | 'after') {
  const access = sql.raw(`c.${which}`);
  const organizationId = sql`${access} ->> 'organizationId'`;
  const agentId = sql`${access} ->> 'agentId'`;
  return sql`case when ${access} is not null then jsonb_build_object(
    'organizationId', ${organizationId},
    'organization', coalesce((select o.name from organizations o where o.id = ${organizationId}), ${organizationId}),
    'agentId', ${agentId},
    'agent', coalesce(
      (select a.name from agents a where a.organization_id = ${organizationId} and a.id = ${agentId}), ${agentId}),
    'role', ${access} ->> 'role') end`;
}
