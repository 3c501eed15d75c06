import type { SubmissionState } from '@/lib/db/schema/submissions';
import { judgeMirror } from '@/tests/support/invariants/mirror';
import { judgeOneLead } from '@/tests/support/invariants/one-lead';
import { judgePace } from '@/tests/support/invariants/pace';
import { judgeSecrecy } from '@/tests/support/invariants/secrecy';
import { summarise, type Verdict } from '@/tests/support/invariants/verdict';
import { readSubscriptions } from './deliver';
import type { Desk } from './desk';
import { readMirror, readService } from './mirror';

/** What was checked, or why it could not be. */
export type Checked = { verdicts: Verdict[]; skipped: string[] };

/**
 * Checks, once the desk is idle, what must hold after any faults: I1 the mirror equals the service, I2 every
 * submission has exactly one lead or waits for a person, I4 no call before a Retry-After was over, I5 nothing
 * secret or personal is in the logs. Leads are told apart by their family names: give each a unique one.
 *
 * @throws {Error} with one line for each violation
 */
export async function checkInvariants(desk: Desk): Promise<Checked> {
  const verdicts = [await checkRests(desk), await checkSecrecy(desk)];
  const skipped: string[] = [];
  if (desk.sql) {
    const facts = { service: await readService(desk), mirror: await readMirror(desk.sql) };
    verdicts.unshift(judgeMirror(facts), await checkOneLead(desk, desk.sql));
  } else skipped.push('I1 and I2: nobody else can read the tables of a desk on PGlite');
  const violations = verdicts.flatMap(({ id, violations }) => violations.map((line) => `${id} ${line}`));
  if (violations.length > 0) {
    throw new Error([...verdicts.map(summarise), ...violations].join('\n'));
  }
  return { verdicts, skipped };
}

async function checkOneLead({ vendor }: Desk, sql: NonNullable<Desk['sql']>): Promise<Verdict> {
  const { rows } = await sql.query<{
    id: string;
    marker: string;
    state: SubmissionState;
    lead_id: string | null;
  }>(`select id, answers->>'lastName' as marker, state, lead_id from submissions`);
  const creates = (await vendor.readLog()).filter(({ route }) => route === 'create');
  return judgeOneLead({
    submissions: rows.map(({ lead_id: leadId, ...row }) => ({ ...row, leadId })),
    saved: [],
    created: creates.flatMap(({ leadId, body }) =>
      leadId && body instanceof Object && 'lastName' in body
        ? [{ leadId, marker: String(body.lastName) }]
        : [],
    ),
  });
}

async function checkRests({ vendor }: Desk): Promise<Verdict> {
  return judgePace({ calls: await vendor.readLog() });
}

async function checkSecrecy(desk: Desk): Promise<Verdict> {
  const leads = await desk.vendor.listLeads();
  const emails = leads.flatMap(({ email }) => (email ? [email] : []));
  // Seed names are ordinary words; names made by tests contain a number.
  const names = leads.flatMap(({ lastName }) => (lastName && /\d/.test(lastName) ? [lastName] : []));
  return judgeSecrecy({
    logs: desk.logs().map(({ process, text }) => ({ name: process, text })),
    secrets: [
      ...desk.secrets.map((value) => ({ what: 'a secret of the desk', value })),
      ...readSubscriptions(desk).map((one) => ({ what: 'a signing secret', value: one.signingSecret })),
      { what: 'a token', value: /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/ },
      ...[...emails, ...names].map((value) => ({ what: 'personal data', value })),
    ],
  });
}
