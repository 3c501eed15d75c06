import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations, LIMITS, PLACES, ROOMS } from './architecture';
import { type ImportEdge, readImports, readSources, type SourceFile } from './import-graph';

let tree: SourceFile[];
let edges: ImportEdge[];
beforeAll(() => {
  tree = readSources('.', PLACES);
  edges = readImports(tree);
});

/** The violations after adding these files to the real tree. */
function complaints(...added: [path: string, text: string][]): string[] {
  const files = added.map(([path, text]) => ({ path, text: `${text};\n` }));
  const paths = files.map(({ path }) => path);
  // The real files were parsed already; here they are listed only so that paths resolve to them.
  const known = tree.map(({ path }) => ({ path, text: '' }));
  const fresh = readImports([...known, ...files]).filter(({ from }) => paths.includes(from));
  return findViolations([...tree, ...files], [...edges, ...fresh]);
}

/** A line in a new file, and the expected violation. */
const REFUSED: [path: string, line: string, complaint: string][] = [
  ['lib/forms/x.ts', "import '@/lib/service/error'", 'lib/service is above lib/forms'],
  ['lib/forms/x.ts', "import type { Db } from '../db/handle'", 'lib/db is above lib/forms'],
  ['lib/forms/x.ts', "import 'server-only'", 'runs in browsers'],
  ['lib/forms/x.ts', "import { readFileSync } from 'node:fs'", 'runs in browsers'],
  ['lib/service/x.ts', "import '@/lib/db/handle'", 'knows nothing of ours'],
  ['lib/service/wire/x.ts', "import '../../db/handle'", 'knows nothing of ours'],
  ['lib/service/x.ts', "import 'drizzle-orm/pg-core'", 'knows no database'],
  ['lib/jobs/x.ts', "import '@/lib/leads/apply'", 'lib/leads is above lib/jobs'],
  ['lib/jobs/x.ts', "export { hasSameAccess } from '../auth/same-access'", 'lib/auth is above lib/jobs'],
  ['lib/leads/x.ts', "import '@/lib/worker/handlers'", 'lib/worker is above lib/leads'],
  ['lib/leads/x.ts', "import type { Tone } from '@/components/ui/tone'", 'lib is below them'],
  ['lib/leads/x.ts', "import '@/sandbox/demo'", 'lib is below them'],
  ['lib/leads/x.ts', "import '@/tests/support/rows'", 'lib is below them'],
  ['lib/leads/x.ts', "import '@/app/frame'", 'nobody imports app'],
  ['lib/leads/x.ts', "import '@/proxy'", 'nobody imports what the framework starts'],
  ['lib/leads/x.ts', "import 'node:fs'", "needs import 'server-only'"],
  ['lib/leads/x-for-tests.ts', 'export const x = 1', 'is a test helper'],
  ['lib/stray.ts', 'export const x = 1', 'is in no room'],
  ['components/ui/x.tsx', "import type { LeadRow } from '@/lib/leads/view'", 'knows no domain'],
  ['components/ui/x.tsx', "import '@/components/leads/row'", 'components/leads is above components/ui'],
  ['components/leads/x.tsx', "import '@/lib/db/handle'", 'cannot import a server file'],
  ['components/leads/x.tsx', "import '@/lib/core/env'", 'cannot import a server file'],
  ['components/leads/x.tsx', "export const later = () => import('@/lib/leads/list')", 'a server file'],
  ['components/leads/x.tsx', "import { toSavedEdit } from '@/lib/leads/view'", 'and types'],
  ['components/leads/x.tsx', "import '@/app/actions'", 'it only draws'],
  ['app/x.tsx', "import { eq } from 'drizzle-orm'", 'a query lives in query.ts'],
  ['app/x/actions.ts', "import { eq } from 'drizzle-orm'", 'a query lives in query.ts'],
  ['app/x.ts', "import { eq } from 'drizzle-orm'", "needs import 'server-only'"],
  ['app/x.ts', "import '@/tests/support/rows'", 'part of the product'],
  ['app/admin/_parts/x.tsx', "import '@/lib/core/env'", 'cannot import a server file'],
  ['sandbox/x.ts', "import '@/lib/core/ids'", 'a service of its own'],
  ['sandbox/rest/x.ts', "import '../../lib/core/ids'", 'a service of its own'],
  ['scripts/x.ts', "import '@/app/frame'", 'nobody imports app'],
  ['tests/support/x.ts', "import '../faults/model/plan'", 'tests/faults is above tests/support'],
];

const ACCEPTED: [path: string, line: string][] = [
  ['components/leads/x.tsx', "import type { LeadRow } from '@/lib/leads/view'"],
  ['components/leads/x.tsx', "import '@/lib/forms/rules'"],
  ['components/leads/x.tsx', "import { Badge } from '../ui/badge'"],
  ['components/ui/x.tsx', "import type { Tone } from '@/lib/core/status-labels'"],
  ['lib/service/x.ts', "import type { Field } from '@/lib/forms/field'"],
  ['lib/jobs/x.ts', "import '@/lib/db/handle'"],
  ['lib/leads/x.test.ts', "import '@/sandbox/server'"],
  ['lib/leads/x.db.test.ts', "import '@/tests/support/rows'"],
  ['lib/worker/x.ts', "import '@/lib/leads/apply'"],
  ['app/x.ts', "import '@/components/ui/button'"],
];

/** A separate file for each, and all in one pass: judging the tree takes half a second. */
const apart = <Row extends [path: string, line: string, ...rest: string[]]>(kind: string, rows: Row[]) =>
  rows.map(([path, ...rest], index) => [path.replace(/\bx\b/, `${kind}-${index}`), ...rest] as Row);
const refused = apart('refused', REFUSED);
const accepted = apart('accepted', ACCEPTED);
const of = (said: string[], path: string) => said.filter((one) => one.includes(path));

describe('the rooms of the repository', () => {
  let said: string[];
  beforeAll(() => {
    said = complaints(...[...refused, ...accepted].map(([path, line]): [string, string] => [path, line]));
  });

  it('are respected by every file', () => {
    expect(complaints()).toEqual([]);
  });

  it.each(refused)('do not let %s say %s', (path, _line, complaint) => {
    expect(of(said, path).join('\n')).toContain(complaint);
  });

  it.each(accepted)('let %s say %s', (path) => {
    expect(of(said, path)).toEqual([]);
  });

  it('report a cycle of rooms of any length', () => {
    const one = complaints(['lib/core/x.ts', "import '@/lib/submissions/submit'"]);
    expect(one.filter((text) => text.startsWith('rooms form a cycle')).join()).toMatch(
      /lib\/core.*lib\/submissions/,
    );
  });

  it('are on the map in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    const drawn = new Set(readme.match(/\blib\/[a-z0-9-]+/g));
    expect(ROOMS.filter((room) => room.startsWith('lib/') && !drawn.has(room))).toEqual([]);
  });

  it('name only places that exist', () => {
    const gone = tree.filter(({ path }) => !path.startsWith('lib/mail/'));
    expect(findViolations(gone, edges).join('\n')).toContain('names lib/mail, which does not exist');
    expect(ROOMS.length).toBeGreaterThan(LIMITS.length);
  });
});
