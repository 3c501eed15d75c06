import type { Page } from '@playwright/test';
import type { Stack } from '@/scripts/lib/stack';
import { DASHBOARD_LIMITS } from './budgets';
import { addProbes, measureInput, readProbes, slowDown } from './probes';
import { median, report } from './report';
import { withPage } from './with-page';

const ROUNDS = 10;
const CPU_SLOWDOWN = 4;

/** Part of `npm run bench -- form`: the list of leads on a processor four times slower (requirement D14). */
export async function benchDashboard({ deskUrl }: Stack): Promise<boolean> {
  return withPage({ deskUrl, person: 'Ines Carvalho' }, async (page) => {
    await addProbes(page);
    await slowDown(page, CPU_SLOWDOWN);
    const acts: Record<string, (page: Page) => Promise<void>> = {
      sort,
      'next page': nextPage,
      'open a lead': openLead,
    };
    const times = new Map<string, number[]>(Object.keys(acts).map((name) => [name, []]));
    const paints: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, act] of Object.entries(acts)) {
        await page.goto('/leads', { waitUntil: 'load' });
        paints.push((await readProbes(page)).largestPaint);
        times.get(name)?.push((await measureInput(page, () => act(page))).ms);
      }
    }
    console.log(`  medians of ${ROUNDS} visits, processor ${CPU_SLOWDOWN} times slower`);
    return report([
      ...[...times].map(([name, values]) => ({
        name: `${name} -> first paint`,
        measured: median(values),
        limit: DASHBOARD_LIMITS.feedback,
        unit: 'ms' as const,
      })),
      { name: 'largest paint', measured: median(paints), limit: DASHBOARD_LIMITS.largestPaint, unit: 'ms' },
    ]);
  });
}

const sort = (page: Page) =>
  page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click({ noWaitAfter: true });
const nextPage = (page: Page) => page.getByRole('link', { name: /next/i }).click({ noWaitAfter: true });
const openLead = (page: Page) =>
  page.getByRole('rowheader').first().getByRole('link').click({ noWaitAfter: true });
