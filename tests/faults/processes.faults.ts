import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';

describe('two web processes and two workers on one PostgreSQL', () => {
  let desk: Desk;
  let processes: DeskProcess[];
  let maya: Agent;
  let tom: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 2 });
    processes = [...desk.workers, ...desk.webs];
    const [first, second] = desk.webs as [DeskProcess, DeskProcess];
    maya = await signIn(first, 'Maya Lindqvist');
    tom = await signIn(second, 'Tom Okafor');
  });

  it('notify browsers on either web process of what either worker did', async () => {
    const streams = await Promise.all(desk.webs.map((web) => maya.at(web).stream()));
    const { submissionId, state } = await maya.submit('Either-1');
    expect(state).toBe('accepted');
    const { id } = await desk.vendor.leadOf('Either-1');
    await until('both browsers were told of the submission and of the lead', () =>
      streams.every(({ events }) => {
        const text = events.map(({ data }) => JSON.stringify(data)).join();
        return text.includes(submissionId) && text.includes(id);
      }),
    );
    for (const stream of streams) stream.close();
  });

  it('answer on their health ports, and a worker only there', async () => {
    const ask = async ({ url }: DeskProcess, path: string) =>
      (await fetch(`${url}${path}`, { redirect: 'manual' })).status;
    for (const one of processes) expect(await ask(one, '/api/health'), one.name).toBe(200);
    for (const worker of desk.workers) expect(await ask(worker, '/leads'), worker.name).toBe(404);
  });

  it('row 43: survive a restart of the database, and resume automatically', async () => {
    const pids = processes.map(({ pid }) => pid);
    const stream = await maya.stream();
    // Their outcome is not checked: the form itself may be requested while the database is away.
    const submitting = Promise.allSettled([maya.submit('Restart-1'), tom.submit('Restart-2')]);
    // All sessions end and no new one begins, as during a PostgreSQL restart.
    desk.databaseProxy?.refuse();
    await desk.sql?.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until('both web processes say that the database is away', async () => {
      const answers = await Promise.all(desk.webs.map(({ url }) => fetch(`${url}/api/health`)));
      return answers.every(({ status }) => status === 503);
    });
    await submitting;
    desk.databaseProxy?.heal();
    await until('all are well again', async () => {
      const answers = await Promise.all(processes.map(({ url }) => fetch(`${url}/api/health`)));
      return answers.every(({ status }) => status === 200);
    });
    expect(
      processes.map(({ pid }) => pid),
      'nobody had to be started again',
    ).toEqual(pids);

    const resyncs = () => stream.events.filter(({ event }) => event === 'resync').length;
    await until('the browser is told to read again', () => resyncs() >= 2);
    stream.close();
    expect((await maya.submit('Restart-3')).state).toBe('accepted');
    await untilQuiet(desk, { withinMs: 45_000 });
    await checkInvariants(desk);
  });

  it('row 43: answer 503 with a page also to requests that wait for the database when it goes away', async () => {
    const { databaseProxy } = desk;
    const interrupted = () =>
      desk.logs().filter(({ msg, fields }) => msg === 'request.failed' && fields.kind === 'render').length;
    const before = interrupted();
    // A request that arrives later is refused at once, with the same page: again until one waited.
    await until('a page was interrupted', async () => {
      databaseProxy?.heal();
      // What the process knows of its database is true for a second.
      if ((await fetch(`${desk.webs[0]?.url}/api/health`)).status !== 200) return false;
      databaseProxy?.holdResponses();
      const asked = ['/leads', '/leads/new', '/settings', '/drafts'].map((path) => maya.browser.get(path));
      await until('a statement waits', () => (databaseProxy?.heldBytes() ?? 0) > 0);
      databaseProxy?.refuse();
      for (const { path, status, headers, text } of await Promise.all(asked)) {
        expect(status, path).toBe(503);
        expect(headers.get('retry-after'), path).toBe('5');
        expect(text, path).toContain('<h1>Temporarily unavailable</h1>');
      }
      return interrupted() > before;
    });
    databaseProxy?.heal();
  });

  it('end with exit code 0, quickly, one after the other under load, and lose nothing', async () => {
    const load = startLoad(desk, [maya, tom]);
    const endings: { name: string; ms: number }[] = [];
    // One of each kind: the other is the same program.
    for (const one of [desk.workers[0], desk.webs[0]] as DeskProcess[]) {
      const taken = load.takenCount();
      await until('some more was taken', () => load.takenCount() > taken + 1);
      const { code, ms } = await one.stop();
      expect(code, one.name).toBe(0);
      expect(ms, one.name).toBeLessThan(15_000);
      endings.push({ name: one.name, ms });
      await one.start();
    }
    const taken = await load.stop();
    await untilQuiet(desk);
    await checkInvariants(desk);
    const names = (await desk.vendor.listLeads()).map(({ lastName }) => lastName);
    for (const { name } of taken)
      expect(
        names.filter((one) => one === name),
        name,
      ).toHaveLength(1);
    console.log(
      `rolling restart: ${taken.length} submissions taken, ${load.changeCount()} leads changed, ${endings.map(({ name, ms }) => `${name} ${ms} ms`).join(', ')}`,
    );
  });
});

/** Agents submit and a vendor changes leads, one after the other, until stopped. */
function startLoad({ door, vendor }: Desk, agents: readonly Agent[]) {
  const taken: { name: string }[] = [];
  let changes = 0;
  let stopped = false;
  const submitting = agents.map(async (agent, index) => {
    const atDoor = agent.at(door);
    for (let n = 1; !stopped; n += 1) {
      const name = `Rolling-${index}-${n}`;
      if (await submitOnce(atDoor, name)) taken.push({ name });
    }
  });
  const changing = (async () => {
    const leads = await vendor.listLeads();
    for (let n = 0; !stopped; n += 1) {
      const lead = leads[n % 20];
      if (lead) await vendor.changeLead(lead.id, { value: n });
      changes += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    takenCount: () => taken.length,
    changeCount: () => changes,
    stop: async () => {
      stopped = true;
      await Promise.all([...submitting, changing]);
      return taken;
    },
  };
}

/** True if the page confirmed the lead. Without an answer, posts the same form again. */
async function submitOnce(agent: Agent, name: string): Promise<boolean> {
  // The request for the form itself may be cut.
  let sent = await agent.submit(name).catch((): undefined => undefined);
  for (let press = 0; sent && sent.status !== 200 && press < 20; press += 1)
    sent = await agent.submit(name, sent);
  return sent?.state !== undefined && sent.state !== 'refused';
}
