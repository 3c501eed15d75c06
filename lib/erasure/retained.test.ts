import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { FATES } from './retained';

const META = 'lib/db/migrations/meta';

const snapshotSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({ name: z.string(), columns: z.record(z.string(), z.object({ type: z.string() })) }),
  ),
});

/** What the last migration left: columns that hold neither numbers nor times. */
function listTextColumns(): string[] {
  const newest = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const { tables } = snapshotSchema.parse(JSON.parse(readFileSync(`${META}/${newest}`, 'utf8')));
  const isNumber = /^(small|big)?(int|integer|serial)$|^(boolean|numeric|double precision|timestamp.*)$/;
  return Object.values(tables).flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([column, { type }]) =>
      isNumber.test(type) ? [] : [`${name}.${column}`],
    ),
  );
}

it('is decided for each column that can hold text, once', () => {
  const decided = Object.entries(FATES).flatMap(([table, fates]) =>
    Object.values(fates).flatMap((columns) => columns.split(' ').map((column) => `${table}.${column}`)),
  );
  expect(new Set(decided).size).toBe(decided.length);
  expect(decided.sort()).toEqual(listTextColumns().sort());
});

it('is said for each table in the docs', () => {
  const docs = readFileSync('docs/security.md', 'utf8');
  const [, section = ''] = docs.split('## What is kept, and what erasure does with it');
  for (const table of Object.keys(FATES)) expect(section, table).toContain(`\`${table}\``);
});
