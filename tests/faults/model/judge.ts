import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SubmissionState } from '@/lib/db/schema/submissions';
import type { LogEntry } from '@/sandbox/model';
import { readSubscriptions } from '../../support/desk/deliver';
import type { Desk } from '../../support/desk/desk';
import { readMirror, readService } from '../../support/desk/mirror';
import { judgeDeliveries } from '../../support/invariants/deliveries';
import { groupBy } from '../../support/invariants/group';
import { judgeMirror } from '../../support/invariants/mirror';
import { judgeNotices } from '../../support/invariants/notices';
import { judgeOneLead } from '../../support/invariants/one-lead';
import { judgePace } from '../../support/invariants/pace';
import { judgeSecrecy } from '../../support/invariants/secrecy';
import { judgeTruth } from '../../support/invariants/truth';
import type { Verdict } from '../../support/invariants/verdict';
import type { Run } from './run';
import type { Watch } from './watch';

/** Collects the remaining facts once the desk is idle, and checks the seven invariants. */
export async function judgeRun(run: Run, watch: Watch): Promise<Verdict[]> {
  const { desk, journal } = run;
  const { sql } = desk;
  if (!sql) throw new Error('Only a desk on PostgreSQL can be looked into.');
  const creates = watch.calls.flatMap((call) => createsOf(run, call));
  const mirror = judgeMirror({ service: await readService(desk), mirror: await readMirror(sql) });
  return [
    mirror,
    judgeOneLead({
      submissions: await readSubmissions(sql),
      saved: journal.saved,
      created: creates.flatMap(({ leadId, marker }) => (leadId ? [{ leadId, marker }] : [])),
    }),
    await judgeReceipts(run, watch),
    judgePace({ calls: watch.calls, blurred: journal.blurred, edits: journal.edits }),
    judgeLogs(run),
    judgeTruth({ ...journal, creates, patches: watch.calls.flatMap(patchesOf) }),
    judgeNotices(await readNotices(sql)),
  ];
}

async function readNotices(sql: NonNullable<Desk['sql']>) {
  const owner = 'organization_id as "organizationId", agent_id as "agentId"';
  const changes = await sql.query<{ id: number; leadId: string; organizationId: string; agentId: string }>(
    `select id::int, lead_id as "leadId", ${owner} from timeline where kind = 'status-changed'`,
  );
  const members = await sql.query<{
    personId: string;
    organizationId: string;
    agentId: string;
    role: string;
  }>(`select person_id as "personId", role, ${owner} from memberships`);
  const notices = await sql.query<{ personId: string; timelineId: number }>(
    `select person_id as "personId", timeline_id::int as "timelineId" from notices where kind = 'status-changed'`,
  );
  return { changes: changes.rows, members: members.rows, notices: notices.rows };
}

async function readSubmissions(sql: NonNullable<Desk['sql']>) {
  const { rows } = await sql.query<{
    id: string;
    marker: string;
    state: SubmissionState;
    leadId: string | null;
  }>(`select id, answers->>'lastName' as marker, state, lead_id as "leadId" from submissions`);
  return rows;
}

function createsOf({ markers }: Run, { route, body, at, status, leadId }: LogEntry) {
  const lastName = body instanceof Object && 'lastName' in body ? body.lastName : undefined;
  if (route !== 'create' || !markers.isAgentLead(lastName)) return [];
  return [{ marker: lastName, at: Date.parse(at), status, ...(leadId && { leadId }) }];
}

function patchesOf({ route, body, at, status, leadId }: LogEntry) {
  const value = body instanceof Object && 'value' in body ? body.value : undefined;
  if (route !== 'patch' || typeof value !== 'number') return [];
  return [{ value, at: Date.parse(at), status, ...(leadId && { leadId }) }];
}

async function judgeReceipts({ desk }: Run, watch: Watch): Promise<Verdict> {
  const { sql } = desk;
  const rows = await sql?.query<{ topic: string; leadId: string; timestamp: string; count: number }>(
    `select topic, lead_id as "leadId", timestamp, count from webhook_deliveries`,
  );
  const kept = await sql?.query<{ digest: string; count: number }>(
    'select digest, count from webhook_quarantine',
  );
  const delivered = [...watch.deliveries.values()].filter(({ state }) => state === 'delivered');
  return judgeDeliveries({
    acknowledged: delivered.flatMap(({ topic, leadId, body }) =>
      leadId ? [{ topic, leadId, timestamp: timestampOf(body) }] : [],
    ),
    rows: rows?.rows ?? [],
    poison: {
      acknowledged: delivered.flatMap(({ leadId, body }) => (leadId ? [] : [digestOf(String(body))])),
      rows: kept?.rows ?? [],
    },
  });
}

const noticeSchema = z.object({ timestamp: z.string() });

const timestampOf = (body: unknown) => noticeSchema.parse(JSON.parse(String(body))).timestamp;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

function judgeLogs({ desk, markers }: Run): Verdict {
  return judgeSecrecy({
    logs: [...groupBy(desk.logs(), ({ process }) => process)].map(([name, lines]) => ({
      name,
      text: lines.map(({ text }) => text).join('\n'),
    })),
    secrets: [
      ...desk.secrets.map((value) => ({ what: 'a secret of the desk', value })),
      ...readSubscriptions(desk).map((one) => ({ what: 'a signing secret', value: one.signingSecret })),
      { what: 'a token', value: /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/ },
      { what: 'a name or address of a lead', value: markers.anywhere },
    ],
  });
}
