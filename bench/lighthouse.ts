import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { freePort, SetupError } from '@/scripts/lib/ports';
import type { Stack } from '@/scripts/lib/stack';
import { browserArgs, findBrowser } from '@/tests/support/browser';
import { type Agent, signIn } from '@/tests/support/desk/agent';
import { withStacks } from '@/tests/support/desk/stacks';
import type { DemoPerson } from '@/tests/support/sign-in';
import { EMPTY_PAGE } from './budgets';
import { MEASURED_PAGES, type MeasuredPage } from './lighthouse-pages';
import { runLighthouse } from './lighthouse-run';
import {
  FORM_FACTORS,
  type FormFactor,
  isWithin,
  listCauses,
  type Measured,
  mediansOf,
  toTable,
} from './lighthouse-verdict';
import { printTable } from './report';

const RUNS = 5;
const FOLDER = join('test-results', 'lighthouse');

type Choice = { pages: readonly MeasuredPage[]; formFactors: readonly FormFactor[]; runs: number };

/**
 * `npm run bench -- lighthouse [route…] [--runs 5] [--as mobile]`: Lighthouse on every page of the desk, or on those
 * whose route is named, always with the page that loads only what every page does. Scores and times are medians.
 */
export function benchLighthouse(args: readonly string[]): Promise<boolean> {
  const choice = readArgs(args);
  return withStacks({ engine: 'pglite', count: 1 }, async ([stack]) => {
    if (!stack) throw new Error('A desk is needed.');
    return measureAll(stack, choice);
  });
}

async function measureAll({ deskUrl }: Stack, { pages, formFactors, runs }: Choice): Promise<boolean> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserArgs(), `--remote-debugging-port=${port}`],
    // The desk's own zone until a browser reports another one and has its page rendered again.
    env: { ...process.env, TZ: 'UTC' },
  });
  try {
    await openIdleTab(browser);
    const measured: Measured[] = [];
    for (const person of new Set(pages.map((page) => page.person))) {
      const visitor = person && (await signIn({ url: deskUrl }, person));
      await setCookies(browser, { deskUrl, visitor });
      for (const page of pages.filter((one) => one.person === person))
        measured.push(...(await measurePage(page, { deskUrl, visitor, port, formFactors, runs })));
    }
    return reportOn(measured, runs);
  } finally {
    await browser.close();
  }
}

/** @throws {SetupError} naming what is wrong with them */
function readArgs(args: readonly string[]): Choice {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { runs: { type: 'string', default: String(RUNS) }, as: { type: 'string' } },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new SetupError('--runs must be a whole number from 1.');
  const formFactors = FORM_FACTORS.filter(
    (formFactor) => values.as === undefined || values.as === formFactor,
  );
  if (formFactors.length === 0) throw new SetupError(`--as must be one of ${FORM_FACTORS.join(', ')}.`);
  const routes = [...new Set(MEASURED_PAGES.map(({ route }) => route))];
  const unknown = positionals.find((route) => !routes.includes(route));
  if (unknown) throw new SetupError(`No page is at ${unknown}. There are: ${routes.join(' ')}`);
  const isWanted = ({ route }: MeasuredPage) =>
    positionals.length === 0 || route === EMPTY_PAGE || positionals.includes(route);
  return { pages: MEASURED_PAGES.filter(isWanted), formFactors, runs };
}

/** Lighthouse closes its tab after each run; with its last tab a browser would drop the cookies. */
async function openIdleTab(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Target.createTarget', { url: 'about:blank' });
  await session.detach();
}

/** Gives the browser's tabs the cookies of `visitor`, and no others. */
async function setCookies(
  browser: Browser,
  { deskUrl, visitor }: { deskUrl: string; visitor: Agent | undefined },
): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.clearCookies');
  const sent = visitor?.browser.cookies().split('; ') ?? [];
  const cookies = sent.map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: deskUrl, httpOnly: true, sameSite: 'Lax' as const };
  });
  await session.send('Storage.setCookies', { cookies });
  await session.detach();
}

async function measurePage(
  { route, person, address = route }: MeasuredPage,
  task: { deskUrl: string; visitor: Agent | undefined; port: number } & Omit<Choice, 'pages'>,
): Promise<Measured[]> {
  const { deskUrl, visitor, port, formFactors } = task;
  const url = new URL(await resolveAddress(address, visitor), deskUrl).href;
  const measured: Measured[] = [];
  for (const formFactor of formFactors) {
    const runs: Measured['runs'][number][] = [];
    for (let run = 1; run <= task.runs; run += 1) {
      const file = join(FOLDER, `${fileName(route, person)}.${formFactor}.${run}`);
      runs.push(await runLighthouse({ url, port, formFactor, file }));
    }
    measured.push({ page: route, person: person ?? 'nobody', formFactor, runs });
    const { performance } = mediansOf(runs);
    console.log(
      `  ${route}, ${person ?? 'nobody'}, ${formFactor}: ${performance}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  return measured;
}

async function resolveAddress(
  address: NonNullable<MeasuredPage['address']>,
  visitor: Agent | undefined,
): Promise<string> {
  if (typeof address === 'string') return address;
  if (!visitor) throw new Error('Only a person who is signed in can find an address.');
  return address(visitor);
}

const fileName = (route: string, person: DemoPerson | undefined) =>
  [...route.split('/').filter(Boolean), ...(person?.split(' ') ?? [])].join('-').replace(/[[\]]/g, '');

function reportOn(measured: readonly Measured[], runs: number): boolean {
  console.log(`\n  medians of ${runs}; ratio: of the largest paint to that of ${EMPTY_PAGE}`);
  printTable(toTable(measured, EMPTY_PAGE));
  for (const cause of listCauses(measured)) console.log(`  ${cause}`);
  console.log(`  reports: ${FOLDER}\n`);
  return measured.every(({ formFactor, runs: all }) => isWithin(mediansOf(all), formFactor));
}
