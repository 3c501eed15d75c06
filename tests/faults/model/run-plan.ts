import { type Agent, signIn } from '../../support/desk/agent';
import { type Desk, startDesk } from '../../support/desk/desk';
import type { Verdict } from '../../support/invariants/verdict';
import { carryOut } from './interpret';
import { newJournal } from './journal';
import { judgeRun } from './judge';
import { markersOf } from './markers';
import { PEOPLE, type PersonName, type Plan } from './plan';
import { comeToRest } from './rest';
import type { Run } from './run';
import { shownAs } from './vendor-moves';
import { watchService } from './watch';

export type Outcome = {
  verdicts: Verdict[];
  /** How often each thing was done or occurred. */
  counts: ReadonlyMap<string, number>;
  surprises: readonly string[];
};

const MARKER_FIELD = 'deskReference';

/** Service settings that let a run end in minutes: failed deliveries are retried soon. */
const SETTINGS = { retryFirstMs: 300, retryCapMs: 3_000 };

/** Executes a plan on a desk of two web and two worker processes, and checks the outcome. */
export async function runPlan(plan: Plan): Promise<Outcome> {
  const env = { LOG_LEVEL: 'info', ...(plan.marker && { SERVICE_MARKER_FIELD: MARKER_FIELD }) };
  const desk = await startDesk({ engine: 'postgres', webs: 2, workers: 2, env });
  try {
    return await runOn(desk, plan);
  } finally {
    await desk.stop();
  }
}

async function runOn(desk: Desk, plan: Plan): Promise<Outcome> {
  const { vendor } = desk;
  if (plan.marker) await addMarkerField(desk);
  await vendor.setShape(plan.shape);
  await vendor.setSettings({ ...SETTINGS, tokenSeconds: plan.tokenSeconds });
  const journal = newJournal();
  const startedAt = Date.now();
  for (const { id, status } of await vendor.listLeads())
    journal.changes.push({ leadId: id, status: shownAs(status), from: 0, to: startedAt });
  const run: Run = {
    desk,
    journal,
    markers: markersOf(plan.seed),
    away: new Set(),
    people: await signEverybodyIn(desk),
  };
  const watch = watchService(vendor, { since: await vendor.logSeq() });
  await carryOut(run, plan.commands);
  const rest = await comeToRest(run);
  await watch.stop();
  for (const { route, leadId, at, ms = 0 } of watch.calls) {
    if (route === 'create' && leadId)
      journal.changes.push({
        leadId,
        status: shownAs('pending'),
        from: Date.parse(at) - ms,
        to: Date.parse(at),
      });
  }
  journal.changes.sort((one, other) => one.from - other.from);
  const { counts, surprises } = journal;
  return { verdicts: [rest, ...(await judgeRun(run, watch))], counts, surprises };
}

/** The desk rereads a stale form when a person opens it. */
async function addMarkerField({ vendor, sql }: Desk): Promise<void> {
  await vendor.addField({ fieldId: MARKER_FIELD, label: 'Desk reference', type: 'text' });
  await sql?.query("update schema_state set checked_at = checked_at - interval '1 day'");
}

async function signEverybodyIn(desk: Desk): Promise<Record<PersonName, Agent>> {
  const [web] = desk.webs;
  if (!web) throw new Error('There is no web process.');
  const entries = await Promise.all(PEOPLE.map(async (name) => [name, await signIn(web, name)] as const));
  return Object.fromEntries(entries) as Record<PersonName, Agent>;
}
