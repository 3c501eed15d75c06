import type { Page, PlainBrowser } from './browser';
import { controlsOf, tagsOf } from './html';

/** A file or cells that a person uploads, with a browser that runs no scripts. */
export async function uploadCells(browser: PlainBrowser, cells: string): Promise<Page> {
  const form = new FormData();
  form.append('cells', cells);
  return await browser.post('/leads/import/upload', form);
}

export async function uploadFile(browser: PlainBrowser, bytes: Uint8Array, name: string): Promise<Page> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name));
  return await browser.post('/leads/import/upload', form);
}

/** The id of the import in the address of one of its steps. */
export function importIdOf({ path }: Pick<Page, 'path'>): string {
  const id = /^\/leads\/import\/(imp_[\w-]{20})\//.exec(path)?.[1];
  if (!id) throw new Error(`There is no import at ${path}.`);
  return id;
}

/**
 * Posts the form of a page that does this, with its controls as they are shown.
 *
 * @param over values that the person enters
 * @throws {Error} if the page has no such form
 */
export async function postCommand(
  browser: PlainBrowser,
  path: string,
  { command, over = {} }: { command: string; over?: Readonly<Record<string, string>> },
): Promise<Page> {
  const { text, status } = await browser.get(path);
  const form = (text.match(/<form\b.*?<\/form>/gs) ?? []).find((html) =>
    tagsOf(html, 'input').some(({ name, value }) => name === 'command' && value === command),
  );
  if (!form) throw new Error(`${path} has no form for ${command} (${status}).`);
  const data = new FormData();
  const shown = new Map(controlsOf(form));
  for (const [name, value] of new Map([...shown, ...Object.entries(over)])) data.append(name, value);
  return await browser.post(path, data);
}

/** Uploads these cells, keeps the guessed columns, and returns the import's id once its rows are checked. */
export async function checkCells(browser: PlainBrowser, cells: string): Promise<string> {
  const id = importIdOf(await uploadCells(browser, cells));
  const checked = await postCommand(browser, `/leads/import/${id}/columns`, { command: 'columns' });
  if (!checked.path.endsWith('/check')) throw new Error(`The columns were not taken: ${checked.path}`);
  return id;
}

/** Sends an import, with every consent stated. */
export async function sendImported(browser: PlainBrowser, id: string): Promise<Page> {
  const path = `/leads/import/${id}/send`;
  const { text } = await browser.get(path);
  const names = ['input', 'select']
    .flatMap((tag) => tagsOf(text, tag))
    .flatMap(({ name }) => (name?.startsWith('consent.') ? [name] : []));
  return await postCommand(browser, path, {
    command: 'start',
    over: Object.fromEntries(names.map((name) => [name, 'true'])),
  });
}
