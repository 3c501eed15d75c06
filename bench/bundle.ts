import type { APIRequestContext, Page, Request } from '@playwright/test';
import type { Stack } from '@/scripts/lib/stack';
import { BUNDLE_BUDGETS, EMPTY_PAGE, FORM_IN_ALL, TEAM_OVER_EMPTY } from './budgets';
import { judgeScripts, judgeTexts } from './bundle-content';
import { measureScripts, type PageScripts } from './bundle-size';
import { type Figure, printTable, report } from './report';
import { withPage } from './with-page';

const QUIET_MS = 1_500;

/**
 * `npm run bench -- bundle`: the JavaScript of the agent's pages and of a team's report over that of an empty page of the same
 * build, and what its scripts must not hold.
 */
export async function benchBundle({ deskUrl }: Stack): Promise<boolean> {
  const team = await withPage({ deskUrl, person: 'Ines Carvalho' }, async ({ request }) => {
    const empty = await measurePage(request, EMPTY_PAGE);
    return (await measurePage(request, '/team')).gzipBytes - empty.gzipBytes;
  });
  return withPage({ deskUrl, person: 'Maya Lindqvist' }, async (page) => {
    const empty = await measurePage(page.request, EMPTY_PAGE);
    const rows = [['page', 'scripts', 'gzip kB', 'over empty', 'ratio', 'later kB']];
    const figures: Figure[] = [
      { name: '/team over empty', measured: team / 1000, limit: TEAM_OVER_EMPTY / 1000, unit: 'kB' },
    ];
    for (const path of [EMPTY_PAGE, ...BUNDLE_BUDGETS.map((budget) => budget.page)]) {
      const scripts = await measurePage(page.request, path);
      const later = await measureLater(page, { path, known: scripts.addresses });
      const over = scripts.gzipBytes - empty.gzipBytes;
      const ratio = (scripts.gzipBytes / empty.gzipBytes).toFixed(2);
      const counted = [
        scripts.addresses.length.toString(),
        kilo(scripts.gzipBytes),
        kilo(over),
        ratio,
        kilo(later),
      ];
      rows.push([path, ...counted]);
      figures.push(...judge(path, { over, inAll: scripts.gzipBytes }));
      const texts = await Promise.all(scripts.addresses.map((address) => readText(page.request, address)));
      figures.push(...judgeScripts(path, texts));
    }
    printTable(rows);
    console.log(
      '  (later: what the page fetches by itself after it is drawn: rules, wide lists, the next pages)\n',
    );
    return report([...figures, ...judgeTexts()]);
  });
}

function judge(path: string, { over, inAll }: { over: number; inAll: number }): Figure[] {
  const budget = BUNDLE_BUDGETS.find(({ page }) => page === path);
  if (!budget) return [];
  const figures: Figure[] = [
    { name: `${path} over empty`, measured: over / 1000, limit: budget.overEmpty / 1000, unit: 'kB' },
  ];
  if (path === '/leads/new')
    figures.push({ name: `${path} in all`, measured: inAll / 1000, limit: FORM_IN_ALL / 1000, unit: 'kB' });
  return figures;
}

/** Gzip bytes that the page loads in a browser beyond the scripts in its HTML, until loading stops. */
async function measureLater(page: Page, { path, known }: { path: string; known: string[] }): Promise<number> {
  const fetched = new Set<string>();
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && !known.includes(pathname)) fetched.add(pathname);
  };
  page.on('request', note);
  await page.goto(path);
  for (let before = -1; before !== fetched.size; ) {
    before = fetched.size;
    // The only sign that a page has finished loading is that no more requests follow.
    await page.waitForTimeout(QUIET_MS);
  }
  page.off('request', note);
  const html = [...fetched].map((address) => `<script src="${address}"></script>`).join('');
  return (await measureScripts(html, (address) => readText(page.request, address))).gzipBytes;
}

/**
 * Fetches a page as the browser of `request` would and weighs its scripts. The second response: the first one of a process may
 * also name scripts that are otherwise loaded once they are needed.
 */
async function measurePage(request: APIRequestContext, path: string): Promise<PageScripts> {
  await readText(request, path);
  return measureScripts(await readText(request, path), (address) => readText(request, address));
}

/** @throws {Error} if the answer is from another page, such as the sign-in page, or is not 200 */
async function readText(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path);
  const from = new URL(response.url());
  if (response.status() !== 200) throw new Error(`${path} answered ${response.status()}.`);
  if (from.pathname !== path.split('?')[0]) throw new Error(`${path} led to ${from.pathname}.`);
  return response.text();
}

const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
