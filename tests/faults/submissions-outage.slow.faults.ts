import { expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import type { LogLine } from '../support/desk/log-lines';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { bringThrough, countStates, queueCopies, untilAllTried } from './submissions/backlog';
import { readRow } from './submissions/clock';

/** Submissions that one process sends in parallel: only these may become unclear when an outage begins. */
const SLOTS = 2;
/** The processes notice within this time. */
const HEARD_MS = 500;
const POSTED = ['Posted-1', 'Posted-2', 'Posted-3'];

const WORKERS = 2;
/** Queued submissions besides those posted by form. */
const BACKLOG = 37;

it('row 31: 40 submissions while no call is answered, on two workers, become one lead each after it', async () => {
  const desk = await startDesk({ engine: 'postgres', workers: WORKERS, seedLeads: 5 });
  const { vendor, serviceProxy } = desk;
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const { submissionId: model } = await maya.submit('Outage-0');
  await untilQuiet(desk);

  const began = await vendor.logSeq();
  serviceProxy.freeze();
  await queueCopies(desk, { of: model, count: BACKLOG });
  const posted = await Promise.all(POSTED.map((name) => maya.submit(name)));
  expect(posted.map(({ status }) => status)).toEqual([200, 200, 200]);
  await untilAllTried(desk);
  const { confirming = 0, queued = 0, ...others } = await countStates(desk);
  expect(others).toEqual({ accepted: 1 });
  expect(confirming + queued).toBe(BACKLOG + POSTED.length);
  expect(confirming, 'unclear').toBeLessThanOrEqual(SLOTS * WORKERS);
  for (const { submissionId } of posted) await expectTrue(maya, { desk, id: submissionId });
  const list = await maya.page('/leads');
  const states = list.text.match(/Waiting to be sent|Checking delivery/g);
  expect(states).toHaveLength(confirming + queued);

  await until('a probe failed', () => hasProbed(desk), { withinMs: 60_000 });
  const recovery = await vendor.logSeq();
  const during = (await vendor.readLog(began)).filter(({ route }) => route === 'create');
  expect(during.length, 'creates').toBeLessThanOrEqual(confirming);
  // Requests in flight at that point never arrive.
  serviceProxy.strand();
  serviceProxy.heal();
  await bringThrough(desk, { withinMs: 100_000 });

  const after = await vendor.readLog(recovery);
  expect(after[0]?.route, 'what finds out is a read').not.toBe('create');
  const creates = after.filter(({ route }) => route === 'create');
  expect(new Set(creates.map(({ status }) => status))).toEqual(new Set([201]));
  expect(creates, 'each is sent once').toHaveLength(BACKLOG + POSTED.length);
  await untilQuiet(desk);
  await checkInvariants(desk);
  console.log(
    `row 31: ${queued} queued and ${confirming} unclear in the outage, ${creates.length} creates after it`,
  );
});

/** Whether a probe failed after the desk had stopped calling; each probe must be a read. */
function hasProbed(desk: Desk): boolean {
  const lines = desk.logs();
  const opened = timeOf(lines.find(({ msg }) => msg === 'service.circuit-open'));
  const failed = lines.filter(({ msg, fields }) => msg === 'service.call-failed' && fields.step === 'call');
  const probes = failed.filter((line) => timeOf(line) - Number(line.fields.ms) > opened + HEARD_MS);
  expect(probes.filter(({ fields }) => String(fields.reason).startsWith('lead create:'))).toEqual([]);
  return probes.length > 0;
}

const timeOf = (line: LogLine | undefined) => Number(line?.fields.time ?? Number.POSITIVE_INFINITY);

/** Checks that the page matches the table. */
async function expectTrue(agent: Agent, { desk, id }: { desk: Desk; id: string }): Promise<void> {
  expect((await agent.submission(id)).state).toBe((await readRow(desk, id)).state);
}
