import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { openPostgres } from '@/lib/db/postgres';
import { DEMO } from '@/sandbox/demo';
import { freePort } from '@/scripts/lib/ports';
import { type Stack, startStack } from '@/scripts/lib/stack';
import { type Agent, signIn } from '@/tests/support/desk/agent';
import { until } from '@/tests/support/desk/until';
import { createScratchDatabase } from '@/tests/support/scratch-database';
import { type Vendor, vendorAt } from '@/tests/support/vendor';
import { BURST_READS, NOTICES_LIMITS } from './budgets';
import { timeOf } from './compare';
import { median, report } from './report';
import { withPage } from './with-page';

const ROUNDS = 20;
/** The changes of the burst, on this many leads, and so many on their way at once. */
const CHANGES = 10_000;
const LEADS = 100;
const AT_ONCE = 4;
const SUBMISSIONS = 8;
const MINUTE_MS = 60_000;
const BELL = 'header a[href="/notifications"]';

/**
 * Part of `npm run bench -- notices`: from a change in the portal to the bell of an open page, and to the mailbox of
 * who gets such mails at once; then 10,000 changes in a minute: mails, reads of the service, and the submissions of
 * another person meanwhile.
 */
export async function benchNoticesLive(server: string): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  const databaseUrl = await createScratchDatabase(server, { name: 'desk_bench_notices_live' });
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const stack = await startStack({ port, sandboxPort, dataDir, databaseUrl, quiet: true });
  try {
    return await measure(stack, databaseUrl);
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure({ deskUrl, sandboxUrl }: Stack, databaseUrl: string): Promise<boolean> {
  const vendor = vendorAt(sandboxUrl);
  await until('the desk is subscribed', async () => (await vendor.listSubscriptions()).length === 3, {
    withinMs: MINUTE_MS,
  });
  const [lead] = await ownLeads(vendor);
  if (!lead) throw new Error('The portal has no leads.');
  const bells = await withPage({ deskUrl, person: 'Ines Carvalho' }, async (page) => {
    await page.goto('/leads');
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timeToBell({ page, vendor, lead: lead.id, round }));
    return times;
  });
  await mailAtOnce(databaseUrl);
  const tom = await signIn({ url: deskUrl }, 'Tom Okafor');
  const burst = await measureBurst({ vendor, tom });
  console.log(
    `  ${CHANGES} changes in ${(burst.tookMs / 1_000).toFixed(0)} s: ${burst.reads} reads of the service, mails ${JSON.stringify(burst.mails)}; ` +
      `a submission meanwhile takes ${burst.meanwhile.toFixed(0)} ms, alone ${burst.alone.toFixed(0)} ms (medians), ratio ` +
      `${(burst.meanwhile / burst.alone).toFixed(2)}`,
  );
  return report([
    { name: 'change -> bell, median', measured: median(bells), limit: NOTICES_LIMITS.bell, unit: 'ms' },
    { name: 'change -> bell, slowest', measured: Math.max(...bells), limit: NOTICES_LIMITS.bell, unit: 'ms' },
    { name: 'first change -> mailbox', measured: burst.mailedMs, limit: NOTICES_LIMITS.mailbox, unit: 'ms' },
    {
      name: 'mails to one person, most',
      measured: Math.max(...Object.values(burst.mails)),
      limit: 1,
      unit: 'times',
    },
    {
      name: 'reads for every ten seconds',
      measured: burst.reads / Math.max(1, burst.tookMs / 10_000),
      limit: BURST_READS,
      unit: 'times',
    },
    {
      name: 'submission meanwhile, median',
      measured: burst.meanwhile,
      limit: NOTICES_LIMITS.submission,
      unit: 'ms',
    },
  ]);
}

/** The leads of the first organization: what happens to them is told to its manager, Ines. */
async function ownLeads(vendor: Vendor) {
  const { id } = DEMO.organizations[0];
  return (await vendor.listLeads()).filter(({ partnerOrganizationId }) => partnerOrganizationId === id);
}

async function timeToBell(round: {
  page: Page;
  vendor: Vendor;
  lead: string;
  round: number;
}): Promise<number> {
  const { page, vendor, lead } = round;
  // Two steps: the watch must be in place before the change is made.
  const watch = await page.evaluateHandle(watchBell, BELL);
  const began = Date.now();
  await vendor.changeLead(lead, { status: `bench-${round.round}` });
  return (await watch.evaluate(({ shown }) => shown)) - began;
}

/** Runs in the page: the instant at which the bell next says another count. */
function watchBell(selector: string): { shown: Promise<number> } {
  const label = () => document.querySelector(selector)?.textContent;
  const before = label();
  const shown = new Promise<number>((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (label() === before) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => reject(new Error(`The bell still says “${before}”.`)), 15_000);
  });
  return { shown };
}

/** Everybody gets mails about changed statuses at once, and has read what there is. */
async function mailAtOnce(url: string): Promise<void> {
  const { db, close } = await openPostgres(url);
  await db.execute(sql`update people set notice_mails = coalesce(notice_mails, '{}') || '{"status":"now"}'`);
  await db.execute(sql`update notices set read_at = now() where read_at is null`);
  await close();
}

async function measureBurst({ vendor, tom }: { vendor: Vendor; tom: Agent }) {
  const alone = await submitAll(tom, 'Alone');
  const leads = (await vendor.listLeads()).slice(0, LEADS).map(({ id }) => id);
  const before = (await vendor.listMails()).length;
  const newMails = async () => {
    const mails = await vendor.listMails();
    return mails.slice(0, mails.length - before);
  };
  const since = await vendor.logSeq();
  const began = performance.now();
  let next = 0;
  const changeInTurn = async () => {
    for (let change = next++; change < CHANGES; change = next++) {
      const waitMs = began + (change / CHANGES) * 0.9 * MINUTE_MS - performance.now();
      if (waitMs > 1) await pause(waitMs);
      const lead = leads[change % LEADS];
      if (lead) await vendor.changeLead(lead, { status: `burst-${change}` });
    }
  };
  const changing = Promise.all(Array.from({ length: AT_ONCE }, changeInTurn)).then(
    () => performance.now() - began,
  );
  const mailing = until('a mail has arrived', async () => (await newMails()).length > 0, {
    withinMs: 2 * MINUTE_MS,
  }).then(() => performance.now() - began);
  const meanwhile = await submitAll(tom, 'Meanwhile');
  const [tookMs, mailedMs] = await Promise.all([changing, mailing]);
  // Whatever comes late: the next mails are due after ten minutes.
  await pause(45_000);
  const mails: Record<string, number> = {};
  for (const { to } of await newMails()) for (const one of to) mails[one] = (mails[one] ?? 0) + 1;
  const reads = (await vendor.readLog(since)).filter(({ route }) => route === 'read').length;
  return { tookMs, mailedMs, mails, reads, alone: median(alone), meanwhile: median(meanwhile) };
}

/** Milliseconds of each submission, to the page that says it is accepted. */
async function submitAll(agent: Agent, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    times.push(
      await timeOf(async () => {
        const { state } = await agent.submit(`${name}-${index}`);
        if (state !== 'accepted') throw new Error(`${name}-${index} is shown as ${state}.`);
      }),
    );
    await pause(500);
  }
  return times;
}
