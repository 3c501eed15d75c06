import type { Page } from '@playwright/test';
import type { Stack } from '@/scripts/lib/stack';
import { vendorAt } from '@/tests/support/vendor';
import { FORM_LIMITS } from './budgets';
import { addProbes, measureInput, measureUntil, readProbes, slowDown } from './probes';
import { median, report } from './report';
import { drawWideForm } from './wide-form';
import { withPage } from './with-page';

const ROUNDS = 10;
const CPU_SLOWDOWN = 4;
const NAME = 'Bartholomew';

type Round = {
  mount: number;
  firstKey: number;
  key: number;
  keyCommits: number;
  submit: number;
  curedCommits: number;
};

/** `npm run bench -- form`: the form of sixty fields on a processor four times slower (requirements F3, F4). */
export async function benchForm({ deskUrl, sandboxUrl }: Stack): Promise<boolean> {
  return withPage({ deskUrl, person: 'Maya Lindqvist' }, async (page) => {
    await drawWideForm(vendorAt(sandboxUrl), page);
    await addProbes(page);
    await slowDown(page, CPU_SLOWDOWN);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(page));
    const of = (pick: (round: Round) => number) => median(rounds.map(pick));
    console.log(`  medians of ${ROUNDS} visits, processor ${CPU_SLOWDOWN} times slower`);
    const { mount, firstKey, key, submit, keyCommits, cureCommits } = FORM_LIMITS;
    return report([
      { name: 'longest task until it is drawn', measured: of((one) => one.mount), limit: mount, unit: 'ms' },
      { name: 'first key -> paint', measured: of((one) => one.firstKey), limit: firstKey, unit: 'ms' },
      { name: 'key -> paint', measured: of((one) => one.key), limit: key, unit: 'ms' },
      { name: 'submit -> errors painted', measured: of((one) => one.submit), limit: submit, unit: 'ms' },
      {
        name: 'React commits per key, most',
        measured: most(rounds, (one) => one.keyCommits),
        limit: keyCommits,
        unit: 'commits',
      },
      {
        name: 'commits as an error clears, most',
        measured: most(rounds, (one) => one.curedCommits),
        limit: cureCommits,
        unit: 'commits',
      },
    ]);
  });
}

async function measureRound(page: Page): Promise<Round> {
  await page.goto('/leads/new', { waitUntil: 'load' });
  await waitUntilIdle(page);
  const { longestTask: mount } = await readProbes(page);
  const keys = await typeName(page);
  const [first, ...others] = keys;
  const submit = await measureUntil(page, {
    selector: '[aria-invalid="true"]',
    act: () => page.getByRole('button', { name: 'Submit lead' }).click(),
  });
  await page.getByLabel('Last name').focus();
  await waitUntilIdle(page);
  const cured = await measureInput(page, () => page.keyboard.press('a'));
  return {
    mount,
    submit,
    firstKey: first?.ms ?? Number.NaN,
    key: median(others.map(({ ms }) => ms)),
    keyCommits: Math.max(...others.map(({ commits }) => commits)),
    curedCommits: cured.commits,
  };
}

async function typeName(page: Page): Promise<{ ms: number; commits: number }[]> {
  await page.getByLabel('First name').focus();
  const keys: { ms: number; commits: number }[] = [];
  for (const letter of NAME) keys.push(await measureInput(page, () => page.keyboard.press(letter)));
  return keys;
}

/** Waits until the page is idle for a moment: it fetches and compiles what it needs later. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  );
}

const most = (rounds: readonly Round[], pick: (round: Round) => number) => Math.max(...rounds.map(pick));
