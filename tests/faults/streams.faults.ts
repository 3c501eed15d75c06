import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../support/desk/agent';
import type { PlainBrowser } from '../support/desk/browser';
import { signInCrowd } from '../support/desk/crowd';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { openEventStream } from '../support/desk/event-stream';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';

const SECRET = 'the-secret-of-a-desk-with-many-streams';
const STREAMS = 200;
const STREAMS_PER_PERSON = 6;
const JOBS = 5;

describe('row 45: a deploy with 200 open streams and 5 running jobs', () => {
  let desk: Desk;
  let web: DeskProcess;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', env: { APP_SECRET: SECRET } });
    desk.secrets.push(SECRET);
    web = desk.webs[0] as DeskProcess;
  });

  afterAll(() => desk.stop());

  it('ends by itself, tells every browser when to reconnect, and loses no work', async () => {
    const people = await signInCrowd(desk, {
      web,
      secret: SECRET,
      count: Math.ceil(STREAMS / STREAMS_PER_PERSON),
    });
    const streams = await openStreams(people);
    const submitted = await startJobs(desk, web);

    const asking = askWhile(web);
    const began = performance.now();
    const closed = Promise.all(streams.map(({ ended }) => ended)).then(() => performance.now() - began);
    const ending = await web.stop();
    const answers = await asking.stop();

    expect(ending.code).toBe(0);
    expect(ending.ms).toBeLessThan(15_000);
    expect(await closed, 'browsers go elsewhere at once').toBeLessThan(5_000);
    const waits = streams.map(({ retryMs }) => retryMs() ?? 0);
    expect(Math.min(...waits), 'nobody comes back at once').toBeGreaterThanOrEqual(2_000);
    expect(new Set(waits).size, 'nor all together').toBeGreaterThan(50);
    expect(Math.max(...answers.map(({ ms }) => ms)), 'no request hangs').toBeLessThan(5_000);
    expect(answers.at(-1)?.status, 'no connection').toBe(0);

    await desk.vendor.setFaults({ latencyMs: 0 });
    const { rows } =
      (await desk.sql?.query('select id from submissions where state = $1', ['accepted'])) ?? {};
    expect(rows?.map(({ id }) => id).sort(), 'what was running was finished').toEqual(submitted.sort());
    await web.start();
    await untilQuiet(desk);
    await checkInvariants(desk);
    console.log(
      `row 45: ${streams.length} streams, ${JOBS} jobs: ${ending.ms} ms; ${answers.length} requests meanwhile`,
    );
  });
});

describe('row 44: a browser that was away', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
  });
  afterAll(() => desk.stop());

  it('rereads everything when it is back, and its page shows what the portal holds', async () => {
    const web = desk.webs[0] as DeskProcess;
    const maya = await signIn(web, 'Maya Lindqvist');
    const before = await maya.stream();
    await until('the stream began', () => before.events.length > 0);
    before.close();
    await before.ended;

    // Changes while the lid is closed are not received.
    const submission = await maya.submit('Away-1');
    expect(submission.state).toBe('accepted');
    const { id } = await desk.vendor.leadOf('Away-1');
    for (const value of [111, 222, 31_337]) await desk.vendor.changeLead(id, { value });
    await untilQuiet(desk);

    const after = await maya.stream();
    await until('the stream began again', () => after.events.length > 0);
    expect(after.events[0]).toMatchObject({ event: 'resync' });
    const page = await maya.page(`/leads/${id}`);
    expect(page.text).toContain('31,337');
    expect((await maya.page('/leads')).text).toContain('Away-1');
    after.close();
  });
});

/** Twenty at a time: browsers do not all come in the same moment (`retry`), and a process sheds what waits too long. */
async function openStreams(people: readonly PlainBrowser[]) {
  const streams: Awaited<ReturnType<typeof openEventStream>>[] = [];
  while (streams.length < STREAMS) {
    const next = Array.from({ length: 20 }, (_, n) => people[(streams.length + n) % people.length]);
    streams.push(...(await Promise.all(next.map((person) => openEventStream(person as PlainBrowser)))));
  }
  await until('every stream said its first word', () => streams.every(({ events }) => events.length > 0));
  return streams;
}

/**
 * Starts two sends and three reads of leads that take four seconds each. On a busy machine the first of them may be over
 * before the last one begins: then five more are started.
 */
async function startJobs(desk: Desk, web: DeskProcess): Promise<string[]> {
  const { vendor } = desk;
  const [maya, tom] = await Promise.all([signIn(web, 'Maya Lindqvist'), signIn(web, 'Tom Okafor')]);
  await vendor.setFaults({ latencyMs: 4_000, onlyRoutes: ['create', 'read'] });
  const leads = (await vendor.listLeads()).slice(0, 3);
  const submitting: ReturnType<typeof maya.submit>[] = [];
  await until(
    'five jobs run',
    async () => {
      const value = 1_000 * (submitting.length + 1);
      submitting.push(maya.submit(`Deploy-${value}-1`), tom.submit(`Deploy-${value}-2`));
      await Promise.all(leads.map(({ id }, n) => vendor.changeLead(id, { value: value + n })));
      return fiveRun(desk, { withinMs: 6_000 });
    },
    { withinMs: 60_000 },
  );
  return (await Promise.all(submitting)).map(({ submissionId }) => submissionId);
}

async function fiveRun({ sql }: Desk, { withinMs }: { withinMs: number }): Promise<boolean> {
  const before = performance.now() + withinMs;
  while (performance.now() < before) {
    const found = await sql?.query(
      "select 1 from jobs where lease_until > now() and topic in ('submission.send', 'lead.refresh')",
    );
    if ((found?.rowCount ?? 0) >= JOBS) return true;
    await pause(50);
  }
  return false;
}

/** Polls the health check, on a new connection each time. Status 0: no connection. */
function askWhile(web: { url: string }) {
  const answers: { status: number; ms: number }[] = [];
  let asking = true;
  const asked = (async () => {
    while (asking) {
      const began = performance.now();
      const answer = await fetch(`${web.url}/api/health`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(15_000),
      }).catch((): undefined => undefined);
      await answer?.arrayBuffer().catch(() => {});
      answers.push({ status: answer?.status ?? 0, ms: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      asking = false;
      await asked;
      return answers;
    },
  };
}
