import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';
import { inTables, lapseLeases } from './submissions/clock';

const PEOPLE = 20_000;
/**
 * Generous: other tests run beside this one. Where there is one connection, a page may wait for a transaction after each of
 * its questions.
 */
const LONGEST_WAIT_MS = { postgres: 1_000, pglite: 3_000 };
const PAGE = '/admin/people?view=files';

function upload({ browser }: Agent, name: string) {
  const head = 'email,name,organizationId,organizationName,agentId,agentName,agentEmail,role';
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const organization = `org-${n % 50},Organization ${n % 50}`;
    return `p${n}@many.example,${name} ${n},${organization},many-${n},Agent ${n},a${n}@many.example,agent`;
  });
  const form = new FormData();
  form.append('mode', 'import');
  form.append('file', new File([[head, ...rows].join('\n')], 'people.csv'));
  return browser.post('/admin/people/import', form);
}

async function progressOf(admin: Agent): Promise<string> {
  const { text } = await admin.page(PAGE);
  return /[\d,]+ of 20,000 rows imported|Imported: [^.]+\./.exec(text)?.[0] ?? '';
}

const untilImported = (admin: Agent) =>
  until('all are imported', async () => /^Imported: [^.]+/.exec(await progressOf(admin))?.[0], {
    withinMs: 240_000,
    everyMs: 1_000,
  });

/** Opens a page again and again while something is done; returns its longest wait. */
async function longestWait(agent: Agent, work: () => Promise<void>): Promise<number> {
  const waits: number[] = [];
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await agent.page('/leads');
    waits.push(performance.now() - began);
    await pause(20);
  }
  await done;
  return Math.round(Math.max(...waits));
}

describe.each(['postgres', 'pglite'] as const)('a file of 20,000 people, on %s', (engine) => {
  let desk: Desk;
  afterAll(() => desk.stop());

  it('row 36: is imported while others read their leads, and again after its process was killed', async () => {
    desk = await startDesk({ engine });
    const admin = await signIn(desk.door, 'Robin Hale');
    const maya = await signIn(desk.door, 'Maya Lindqvist');
    await longestWait(maya, () => pause(2_000));

    const began = performance.now();
    const wait = await longestWait(maya, async () => {
      expect((await upload(admin, 'Person')).path).toContain(PAGE);
      expect(await untilImported(admin)).toBe('Imported: 20000 new, 0 changed, 0 unchanged');
    });
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`${PEOPLE} people on ${engine}: ${seconds} s, and a page took ${wait} ms at most`);
    expect(wait).toBeLessThan(LONGEST_WAIT_MS[engine]);

    await upload(admin, 'Renamed');
    await until('some are imported', async () => /^[1-9][\d,]+ of/.test(await progressOf(admin)));
    for (const web of desk.webs) {
      await web.kill();
      if (desk.sql) await inTables(desk, lapseLeases);
      await web.start();
    }
    expect(await untilImported(admin)).toBe('Imported: 0 new, 20000 changed, 0 unchanged');
  });
});
