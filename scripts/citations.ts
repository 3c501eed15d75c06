import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What can be cited by a number, and every file of the repository. */
export type Catalogue = {
  /** Sections of docs/service-interface.md ("2.1") and the items of their numbered lists ("4 rule 3"). */
  interface: ReadonlySet<string>;
  /** "F12", "D6" of docs/requirements.md. */
  requirements: ReadonlySet<string>;
  /** Rows of docs/failure-cases.md, each with its text. */
  failures: ReadonlyMap<string, string>;
  hostile: ReadonlyMap<string, string>;
  reviews: ReadonlyMap<string, string>;
  /** "I1" and so on, from the same document. */
  invariants: ReadonlySet<string>;
  /** Paths from the root, with `/`. */
  files: readonly string[];
};

const NOT_OURS = new Set(['node_modules', 'test-results', 'playwright-report', 'images']);

/** All files below `root` that are written by hand. */
function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OURS.has(entry.name)
      ? listFiles(root, path)
      : [];
  });
}

/** Reads the three documents that are cited by number. */
export function readCatalogue(root: string): Catalogue {
  const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
  const cases = read('failure-cases.md');
  const [failures = '', hostile = '', reviews = ''] = cases.split(/^## /m).slice(1);
  return {
    interface: interfaceNumbers(read('service-interface.md')),
    requirements: new Set(allOf(read('requirements.md'), /^- \*\*([FD]\d+)\*\*/gm)),
    failures: rowsOf(failures, /^\| (\d+) /gm),
    hostile: rowsOf(hostile, /^(\d+)\. /gm),
    reviews: rowsOf(reviews, /^\| (R\d+[a-z]?) /gm),
    invariants: new Set(allOf(failures, /\b(I\d) /g)),
    files: listFiles(root),
  };
}

function interfaceNumbers(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const section of text.split(/^##+ /m).slice(1)) {
    const number = /^(\d+(?:\.\d+)?)/.exec(section)?.[1];
    if (!number) continue;
    numbers.add(number);
    for (const item of allOf(section, /^(\d+)\. /gm)) numbers.add(`${number} rule ${item}`);
  }
  return numbers;
}

/** Each row that begins with what `begins` finds, with its line. */
function rowsOf(text: string, begins: RegExp): Map<string, string> {
  return new Map(
    [...text.matchAll(begins)].map((found) => [
      found[1] ?? '',
      text.slice(found.index).split('\n', 1)[0] ?? '',
    ]),
  );
}

function allOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((found) => found[1] ?? '');
}

/** The unresolved citations in one file, as written there. */
export function unresolved({ path, text }: { path: string; text: string }, known: Catalogue): string[] {
  const prose = text.replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ');
  const bad: string[] = [];
  for (const [cited, section, first, second] of prose.matchAll(
    /\binterface,? (?:section )?(\d+(?:\.\d+)?)(?:, (?:rules?|delivery) (\d+)(?: and (\d+))?)?/gi,
  )) {
    const rules = [first, second].flatMap((rule) => (rule ? [`${section} rule ${rule}`] : []));
    if (![section ?? '', ...rules].every((number) => known.interface.has(number))) bad.push(cited);
  }
  for (const [cited] of prose.matchAll(/\b[FD]\d{1,2}\b/g)) {
    if (!known.requirements.has(cited)) bad.push(cited);
  }
  for (const [cited] of prose.matchAll(/\bR\d{1,2}[a-z]?\b/g)) {
    if (!known.reviews.has(cited)) bad.push(cited);
  }
  for (const [cited] of prose.matchAll(/\bI\d\b/g)) {
    if (!known.invariants.has(cited)) bad.push(cited);
  }
  return [...bad, ...unresolvedRows(path, prose, known), ...unresolvedDocuments(path, prose, known)];
}

/** A plain "row" is one of the failures; among hostile inputs it is one of those. */
function unresolvedRows(path: string, prose: string, known: Catalogue): string[] {
  if (path === 'docs/failure-cases.md') return [];
  const isAboutHostile = /(^|\/)hostile\/|^docs\/security\.md$/.test(path);
  const rows = prose.matchAll(/\b(hostile )?rows? (\d+(?:(?:[-–]|, | and )\d+)*)(?![\d.]|-\w)/gi);
  return [...rows].flatMap(([cited, hostile, list = '']) => {
    const from = hostile || isAboutHostile ? known.hostile : known.failures;
    return expand(list).every((row) => from.has(String(row))) ? [] : [cited];
  });
}

/** "4, 17–19" as 4, 17, 18, 19. */
function expand(list: string): number[] {
  return list.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[-–]/).map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function unresolvedDocuments(path: string, prose: string, known: Catalogue): string[] {
  const named = prose.matchAll(/(?<![\w/.-])[\w./-]*\w\.md\b/g);
  return [...named].flatMap(([name]) => {
    const places = [name, join('docs', name), join(dirname(path), name)];
    return places.some((place) => known.files.includes(place)) ? [] : [name];
  });
}

/** Files and folders that a document names in backticks and that don't exist. Some are named without folders. */
export function missingFiles(text: string, { files }: Pick<Catalogue, 'files'>): string[] {
  const folders = new Set(files.map((file) => `${dirname(file)}/`));
  return allOf(text, /`([\w@[\]()-][\w@[\]()./-]*(?:\.tsx?|\.js|\/))`/g).filter((name) =>
    name.endsWith('/')
      ? ![...folders].some((folder) => `/${folder}`.includes(`/${name}`))
      : !files.some((file) => file === name || file.endsWith(`/${name}`)),
  );
}

/** Rows that neither name an existing test nor say that there is none. */
export function unprovenRows(
  rows: ReadonlyMap<string, string>,
  { files }: Pick<Catalogue, 'files'>,
): string[] {
  const tests = new Set(
    files.filter((file) => /\.(test|spec|faults|hostile)\.tsx?$/.test(file)).map((file) => basename(file)),
  );
  return [...rows]
    .filter(([, text]) => {
      const named = allOf(text, /`([^`]+\.tsx?)`/g);
      return !named.some((name) => tests.has(basename(name))) && !text.includes('not proven by a test');
    })
    .map(([row]) => row);
}

const NAMED_IN_FILE =
  /`([A-Za-z_]\w*)`(?:,| in| of)? \(?`((?:app|components|lib|sandbox|scripts|tests|bench)\/[^`<>]+\.tsx?)`/g;

/** Names that a text says are in a file ("`name` in `file`", "`name` (`file`)") and are not. */
export function missingNames(text: string, read: (path: string) => string): string[] {
  return [...text.matchAll(NAMED_IN_FILE)]
    .filter(([, name, path]) => !new RegExp(`\\b${name}\\b`).test(read(path ?? '')))
    .map(([, name, path]) => `${name} in ${path}`);
}
