import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import type { Facts } from '../matrix';
import { addDraft } from './drafts';
import { addImport } from './imports';
import type { World } from './world';

/** A lead and a submission of Maya's, and a pending decision on every admin page that has them. */
export async function arrangeFacts({ maya, sql, desk }: World): Promise<Facts> {
  const { submissionId } = await maya.submit('Matrix1');
  const leadId = await until(
    'the lead is accepted',
    async () => (await maya.submission(submissionId)).leadId,
  );
  await untilQuiet(desk);
  await sql.query(
    "insert into jobs (topic, key, payload, run_at, attempts, dead_at, last_error) values ('lead.refresh', $1, '{}', now(), 9, now(), 'given up')",
    ['66b0c4d2e8f1a35790d4dead'],
  );
  const { rows } = await sql.query<{ id: string; organization: string; agent: string }>(
    "select p.id, m.organization_id as organization, m.agent_id as agent from people p join memberships m on m.person_id = p.id where p.name = 'Maya Lindqvist'",
  );
  const [person] = rows;
  if (!person) throw new Error('Nobody is called Maya.');
  const { id: personId, organization, agent } = person;
  const draftId = await addDraft(sql, { personId, organization, agent });
  const importId = await addImport(sql, { personId, organization, agent });
  // About a lead whose page nobody opens here: opening it would be reading the notice.
  await sql.query(
    `insert into notices (person_id, timeline_id, kind, lead_id, at, mailed_at)
      select $1, -1, 'status-changed', id, now(), now() from leads
      where organization_id = $2 and agent_id = $3 and id <> $4 and deleted_at is null limit 1`,
    [personId, organization, agent, leadId],
  );
  const erasureId = `era_${'m'.repeat(20)}`;
  await sql.query(
    "insert into erasures (id, at, person_id, email, digest, counts, leads) values ($1, now(), $2, 'admin@vendor.example', '00', '{}', '[]')",
    [erasureId, personId],
  );
  const query = new URLSearchParams({ organization, agent });
  return { erasureId, leadId, submissionId, draftId, importId, personId, agent: query.toString() };
}
