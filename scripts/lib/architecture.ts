import type { ImportEdge, SourceFile } from './import-graph';

/**
 * The rooms of this repository, from the top down: a room imports only itself and rooms below it.
 * Why they are cut this way: docs/decisions/0010-rooms.md.
 */
export const ROOMS = [
  'scripts',
  'tests/hostile',
  'tests/faults',
  'tests/shots',
  'e2e',
  'bench',
  'tests/support',
  'scripts/lib',
  'sandbox',
  'app',
  'components/reports',
  'components/admin',
  'components/leads',
  'components/forms',
  'components/shell',
  'components/offline',
  'components/charts',
  'components/ui',
  'lib/worker',
  'lib/maintenance',
  'lib/setup',
  'lib/webhooks',
  'lib/erasure',
  'lib/exports',
  'lib/reports',
  'lib/people',
  'lib/edits',
  'lib/notices',
  'lib/imports',
  'lib/duplicates',
  'lib/submissions',
  'lib/drafts',
  'lib/receipts',
  'lib/sync',
  'lib/leads',
  'lib/timeline',
  'lib/response-times',
  'lib/live',
  'lib/auth',
  'lib/lead-schema',
  'lib/metrics',
  'lib/connection',
  'lib/service',
  'lib/mail',
  'lib/sessions',
  'lib/retention',
  'lib/audit',
  'lib/limits',
  'lib/jobs',
  'lib/brand',
  'lib/http',
  'lib/i18n',
  'lib/db',
  'lib/match-keys',
  'lib/import-files',
  'lib/export-files',
  'lib/forms',
  'lib/core',
] as const;

type Room = (typeof ROOMS)[number];

/** Top-level files that Next or Node starts: they may import anything, and nothing imports them. */
const ENTRIES = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts', 'next.config.js'];

const DATABASE = ['drizzle-orm', 'pg', '@electric-sql/pglite'];

type Limit = { room: string; why: string } & (
  | { mayImport: readonly string[] }
  | { mustNotImport: readonly string[] }
);

/** Rules of a room beyond the order. Paths are rooms or folders; packages are named as imported. */
export const LIMITS: readonly Limit[] = [
  {
    room: 'components/ui',
    mayImport: ['components/ui', 'lib/core'],
    why: 'a primitive knows no domain',
  },
  {
    room: 'components/charts',
    mayImport: ['components/charts', 'components/ui', 'lib/core'],
    why: 'a chart draws numbers of anything',
  },
  {
    room: 'lib/forms',
    mayImport: ['lib/forms', 'lib/core', 'messages'],
    why: 'the form model is pure and runs in browsers',
  },
  {
    room: 'lib/forms',
    mustNotImport: ['server-only', 'node:', ...DATABASE],
    why: 'the form model is pure and runs in browsers',
  },
  {
    room: 'lib/service',
    mayImport: ['lib/service', 'lib/forms', 'lib/core'],
    why: "the service's client knows nothing of ours but the field model",
  },
  { room: 'lib/service', mustNotImport: DATABASE, why: "the service's client knows no database" },
  {
    room: 'lib/jobs',
    mayImport: ['lib/jobs', 'lib/db', 'lib/core'],
    why: 'the queue knows topics as text and no domain',
  },
  { room: 'sandbox', mayImport: ['sandbox'], why: 'the sandbox is a service of its own' },
  {
    room: 'app',
    mustNotImport: ['tests', 'sandbox', 'scripts'],
    why: 'a route is part of the product',
  },
  {
    room: 'components',
    mustNotImport: ['app', 'tests', 'sandbox', 'scripts', ...DATABASE],
    why: 'it only draws',
  },
  {
    room: 'lib',
    mustNotImport: ['tests', 'sandbox', 'scripts', 'components', 'app'],
    why: 'lib is below them',
  },
];

/** What a page alone draws lies in `_parts` beside it, and follows the rules of `components`. */
const PARTS = /^app\/.*\/_parts\//;

/** Browser code, and what it may bring into a bundle. Types of anything below are free. */
const isBrowser = (path: string) => isIn(path, 'components') || PARTS.test(path);
const BROWSER_MAY_IMPORT = ['components', 'lib/forms', 'lib/core', 'lib/brand/palette.ts', 'messages'];

/** What Next starts and what is drawn. Only the other files of `app`, such as `query.ts`, may query the database. */
const ROUTED_OR_DRAWN = /^app\/(?:.*\.tsx|.*\/_parts\/.*|(?:.*\/)?(?:route|actions)\.ts)$/;

const TEST = /\.test\.tsx?$|\.d\.ts$/;
const HELPER_NAME = /(?:^|[/-])(?:testing|for-tests|fixtures?|scratch)\b/;
const SERVER_ONLY = 'server-only';

/** Folders whose unmarked files may also run elsewhere: in browsers, or in the migration tool. */
const RUN_ANYWHERE = ['lib/forms', 'lib/core', 'lib/db/schema'];

/** The input of the rules. */
export const PLACES = ['app', 'components', 'lib', 'sandbox', 'scripts', 'tests', 'e2e', 'bench', ...ENTRIES];

/** One line for each broken rule, sorted. Tests may import what they test and test helpers. */
export function findViolations(sources: readonly SourceFile[], edges: readonly ImportEdge[]): string[] {
  const own = edges.filter(({ from }) => !TEST.test(from));
  const serverOnly = new Set(own.filter(({ to }) => to === SERVER_ONLY).map(({ from }) => from));
  return [
    ...own.flatMap(findUpward),
    ...own.flatMap(findLimits),
    ...own.flatMap((edge) => findBrowser(edge, serverOnly)),
    ...own.flatMap(findQueries),
    ...findRoomCycles(own),
    ...sources.flatMap(({ path }) => findMisplaced(path, serverOnly, own)),
    ...findMissing(sources),
  ].sort();
}

const NARROWEST_FIRST = [...ROOMS].sort((a, b) => b.length - a.length);

/** The room of a path, the most specific one; undefined for files at the top and for packages. */
function roomOf(path: string): Room | undefined {
  return NARROWEST_FIRST.find((room) => isIn(path, room));
}

const isIn = (path: string, place: string) =>
  path === place || path.startsWith(place.endsWith(':') ? place : `${place}/`);

function findUpward({ from, to }: ImportEdge): string[] {
  if (ENTRIES.includes(to)) return [`${from} imports ${to}: nobody imports what the framework starts`];
  const [own, other] = [roomOf(from), roomOf(to)];
  if (!own || !other || own === other) return [];
  // An entry point of scripts may start anything but pages; a benchmark measures what a page reads.
  if (other === 'app' && own !== 'bench') return [`${from} imports ${to}: nobody imports app`];
  return ROOMS.indexOf(other) < ROOMS.indexOf(own) ? [`${from} imports ${to}: ${other} is above ${own}`] : [];
}

function findLimits({ from, to }: ImportEdge): string[] {
  return LIMITS.filter(({ room }) => isIn(from, room))
    .filter((limit) => {
      if ('mustNotImport' in limit) return limit.mustNotImport.some((place) => isIn(to, place));
      const isOurs = roomOf(to) !== undefined || to.startsWith('messages/');
      return isOurs && !limit.mayImport.some((place) => isIn(to, place));
    })
    .map(({ why }) => `${from} imports ${to}: ${why}`);
}

function findBrowser({ from, to, typeOnly }: ImportEdge, serverOnly: ReadonlySet<string>): string[] {
  if (typeOnly || !isBrowser(from) || roomOf(to) === undefined) return [];
  if (serverOnly.has(to)) return [`${from} imports ${to}: browser code cannot import a server file`];
  return PARTS.test(to) || BROWSER_MAY_IMPORT.some((place) => isIn(to, place))
    ? []
    : [`${from} imports ${to}: browser code imports ${BROWSER_MAY_IMPORT.join(', ')}, and types`];
}

function findQueries({ from, to }: ImportEdge): string[] {
  return ROUTED_OR_DRAWN.test(from) && DATABASE.some((name) => isIn(to, name))
    ? [`${from} imports ${to}: a query lives in query.ts, command.ts or lib`]
    : [];
}

function findMisplaced(
  path: string,
  serverOnly: ReadonlySet<string>,
  edges: readonly ImportEdge[],
): string[] {
  if (TEST.test(path)) return [];
  const problems: string[] = [];
  if (!roomOf(path) && !ENTRIES.includes(path)) problems.push(`${path} is in no room`);
  if (/^(?:lib|components|app)\//.test(path) && HELPER_NAME.test(path)) {
    problems.push(`${path} is a test helper: those live in tests/support`);
  }
  const isServer =
    /^(?:lib|app)\//.test(path) &&
    !ROUTED_OR_DRAWN.test(path) &&
    !RUN_ANYWHERE.some((room) => isIn(path, room));
  const needsMark = isServer && edges.some(({ from, to }) => from === path && isServerModule(to));
  if (needsMark && !serverOnly.has(path)) problems.push(`${path} needs import '${SERVER_ONLY}'`);
  return problems;
}

const isServerModule = (to: string) => to.startsWith('node:') || DATABASE.includes(to.split('/')[0] ?? '');

/** Cycles of rooms through run-time imports. The order forbids them; this proves it. */
function findRoomCycles(edges: readonly ImportEdge[]): string[] {
  const below = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of edges) {
    const [own, other] = [roomOf(from), roomOf(to)];
    if (typeOnly || !own || !other || own === other) continue;
    below.set(own, (below.get(own) ?? new Set()).add(other));
  }
  const cycles = [...below.keys()].filter((room) => reaches(below, room, room));
  return cycles.length > 0 ? [`rooms form a cycle: ${cycles.sort().join(', ')}`] : [];
}

function reaches(below: ReadonlyMap<string, ReadonlySet<string>>, from: string, goal: string): boolean {
  const seen = new Set<string>();
  const open = [...(below.get(from) ?? [])];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (room === goal) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    open.push(...(below.get(room) ?? []));
  }
  return false;
}

/** Rules that name a path that does not exist (any more). */
function findMissing(sources: readonly SourceFile[]): string[] {
  const named = [...ROOMS, ...ENTRIES, ...BROWSER_MAY_IMPORT, ...RUN_ANYWHERE, ...LIMITS.flatMap(placesOf)];
  const places = [...new Set(named)].filter((place) =>
    /^(?:app|components|lib|sandbox|scripts|tests|e2e|bench)\b|\.(?:ts|js)$/.test(place),
  );
  return places
    .filter((place) => !sources.some(({ path }) => isIn(path, place)))
    .map((place) => `scripts/lib/architecture.ts names ${place}, which does not exist`);
}

const placesOf = (limit: Limit) => [
  limit.room,
  ...('mayImport' in limit ? limit.mayImport : limit.mustNotImport),
];
