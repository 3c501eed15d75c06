import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@/scripts/lib/stack';
import { type Agent, signIn } from '@/tests/support/desk/agent';
import { importIdOf, postCommand, sendImported, uploadCells } from '@/tests/support/desk/import-pages';
import { rssOf } from '@/tests/support/desk/memory';
import { withStacks } from '@/tests/support/desk/stacks';
import { until } from '@/tests/support/desk/until';
import { vendorAt } from '@/tests/support/vendor';
import { IMPORT_LIMITS } from './budgets';
import { median, report } from './report';

const ROWS = 10_000;
/** Rows of the import that are leads before others submit: it is then well under way. */
const SENT_BEFORE = 20;
/** Submissions of another person, before and while the import is sent. */
const SUBMISSIONS = 15;
const MB = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * `npm run bench -- import`: a table of 10,000 rows in the production build: how long its columns and its check take,
 * the memory it adds, and how long another person's submission takes while it is sent, over one without it. On both
 * databases.
 */
export async function benchImport(): Promise<boolean> {
  let within = true;
  for (const engine of ['postgres', 'pglite'] as const) {
    console.log(`  On ${engine}:`);
    within = (await withStacks({ engine, count: 1 }, ([stack]) => measure(stack as Stack))) && within;
  }
  return within;
}

async function measure({ deskUrl, sandboxUrl, deskPid }: Stack): Promise<boolean> {
  const vendor = vendorAt(sandboxUrl);
  const web = { url: deskUrl };
  const maya = await signIn(web, 'Maya Lindqvist');
  const tom = await signIn(web, 'Tom Okafor');
  // A process that just started grows by 40 MB and more with its first requests, whatever they are for.
  await submitAll(tom, 'First');
  const alone = await submitAll(tom, 'Alone');
  const memory = watchMemory(deskPid);

  const columns = await timed(async () => importIdOf(await uploadCells(maya.browser, cells())));
  const path = `/leads/import/${columns.value}`;
  const check = await timed(() => postCommand(maya.browser, `${path}/columns`, { command: 'columns' }));
  if (!check.value.path.startsWith(`${path}/check`)) throw new Error(`The check is at ${check.value.path}.`);

  await sendImported(maya.browser, columns.value);
  const countSent = async () =>
    (await vendor.listLeads()).filter(({ lastName }) => lastName?.startsWith('Imported-')).length;
  await until('the import is being sent', async () => (await countSent()) >= SENT_BEFORE, {
    withinMs: 2 * MINUTE_MS,
  });
  const [before, began] = [await countSent(), performance.now()];
  const meanwhile = await submitAll(tom, 'Meanwhile');
  const sent = (await countSent()) - before;
  const seconds = (performance.now() - began) / 1_000;
  const growth = memory.stop();
  console.log(
    `  ${sent} rows of the import were delivered in these ${seconds.toFixed(0)} s. Another person's submission: median ` +
      `${median(meanwhile).toFixed(0)} ms, without the import ${median(alone).toFixed(0)} ms, ratio ` +
      `${(median(meanwhile) / median(alone)).toFixed(2)}. Memory: ${growth.toFixed(0)} MB above idle.`,
  );
  if (sent === 0) throw new Error('The import stood still while others submitted.');
  return report([
    {
      name: `${ROWS} rows: columns and check shown`,
      measured: columns.ms + check.ms,
      limit: IMPORT_LIMITS.shown,
      unit: 'ms',
    },
    {
      name: 'slowest submission of another person',
      measured: Math.max(...meanwhile),
      limit: IMPORT_LIMITS.othersSubmit,
      unit: 'ms',
    },
    { name: 'memory above idle', measured: growth, limit: IMPORT_LIMITS.memoryMb, unit: 'MB' },
  ]);
}

/** Cells with the headings of the demo's form. */
function cells(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `Nils,Imported-${n},imported.${n}@firm-${n}.example,Web store,Firm ${n}`,
  );
  return ['First name,Last name,Email,Platform,Company', ...rows].join('\n');
}

/** Submits one lead after the other; returns the milliseconds of each, to the page that says it is accepted. */
async function submitAll(agent: Agent, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < SUBMISSIONS; n += 1) {
    const { ms, value } = await timed(() => agent.submit(`${name}-${n}`));
    if (value.state !== 'accepted') throw new Error(`${name}-${n} is shown as ${value.state}.`);
    times.push(ms);
    // A person takes longer; this leaves the import its turns.
    await pause(500);
  }
  return times;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Watches a process's memory; `stop` returns the most it has grown, in MB. */
function watchMemory(pid: number): { stop: () => number } {
  const before = rssOf({ pid });
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, rssOf({ pid }));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return (highest - before) / MB;
    },
  };
}
