import type { APIRequestContext } from '@playwright/test';
import type { Stack } from '@/scripts/stack';
import { BUNDLE_BUDGETS, EMPTY_PAGE, FORM_IN_ALL } from './budgets';
import { measureScripts, type PageScripts } from './bundle-size';
import { type Figure, printTable, report } from './report';
import { withPage } from './with-page';

/** `npm run bench -- bundle`: the JavaScript of the agent's pages over that of an empty page of the same build. */
export async function benchBundle({ deskUrl }: Stack): Promise<boolean> {
  return withPage({ deskUrl, person: 'Maya Lindqvist' }, async (page) => {
    const empty = await measurePage(page.request, EMPTY_PAGE);
    const rows = [['page', 'scripts', 'gzip kB', 'over empty', 'ratio']];
    rows.push([EMPTY_PAGE, String(empty.addresses.length), kilo(empty.gzipBytes), '', '1.00']);
    const figures: Figure[] = [];
    for (const { page: path, overEmpty } of BUNDLE_BUDGETS) {
      const scripts = await measurePage(page.request, path);
      const over = scripts.gzipBytes - empty.gzipBytes;
      const ratio = (scripts.gzipBytes / empty.gzipBytes).toFixed(2);
      rows.push([path, String(scripts.addresses.length), kilo(scripts.gzipBytes), kilo(over), ratio]);
      figures.push({
        name: `${path} over empty`,
        measured: over / 1000,
        limit: overEmpty / 1000,
        unit: 'kB',
      });
      if (path === '/leads/new')
        figures.push({
          name: `${path} in all`,
          measured: scripts.gzipBytes / 1000,
          limit: FORM_IN_ALL / 1000,
          unit: 'kB',
        });
    }
    printTable(rows);
    console.log('');
    return report(figures);
  });
}

/** Fetches a page as the browser of `request` would and weighs its scripts. */
export async function measurePage(request: APIRequestContext, path: string): Promise<PageScripts> {
  const read = async (address: string) => {
    const response = await request.get(address);
    if (!response.ok()) throw new Error(`${address} answered ${response.status()}.`);
    return response.text();
  };
  return measureScripts(await read(path), read);
}

const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
