import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import { foldLetters } from '@/lib/core/plain-letters';
import type { Database } from '@/lib/db/handle';
import { folded } from '@/lib/db/paging';
import { updateCompanyField } from '@/lib/lead-schema/company-field';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { listLeads } from './list';

const NOW = new Date('2026-03-02T09:00:00Z');
const NAMES = [
  'Müller',
  'Łukasz',
  'Ørsted',
  'Nguyễn',
  'Straßenbau',
  'İzmir',
  'Ёлкин',
  'Bauer',
  'Ärzte',
  'Zorn',
];

let database: Database;
let viewer: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  viewer = await addViewer(database.db);
  const company = { id: 'companyName', label: 'Company', kind: 'text', placement: 'custom' } as const;
  await database.db.transaction((tx) => updateCompanyField(tx, { fields: [company], now: NOW }));
  for (const name of NAMES) {
    await applyLeadOf(database.db, viewer, {
      lead: { id: name, firstName: 'A', lastName: name, custom: { companyName: name } },
      now: NOW,
    });
  }
});
afterAll(() => database.close());

async function idsOf(query: Partial<LeadsQuery>): Promise<string[]> {
  const asked = { query: { ...DEFAULT_LEADS_QUERY, ...query }, timeZone: 'UTC', statuses: undefined };
  const { rows } = await listLeads(database.db, viewer, asked);
  return rows.map(({ id }) => id);
}

const SEARCHES = [
  ['muller', 'Müller'],
  ['lukasz', 'Łukasz'],
  ['orsted', 'Ørsted'],
  ['nguyen', 'Nguyễn'],
  ['strassenbau', 'Straßenbau'],
  ['STRAßENBAU', 'Straßenbau'],
  ['izmir', 'İzmir'],
  ['елкин', 'Ёлкин'],
  ['bäuer', 'Bauer'],
  ['zörn', 'Zorn'],
] as const;
const ORDER = [
  'Ärzte',
  'Bauer',
  'İzmir',
  'Łukasz',
  'Müller',
  'Nguyễn',
  'Ørsted',
  'Straßenbau',
  'Zorn',
  'Ёлкин',
];

describe('the list', () => {
  it.each(SEARCHES)('finds by %s also %s', async (q, name) => {
    expect(await idsOf({ q })).toEqual([name]);
  });

  it.each(['name', 'company'] as const)('sorts by %s without accents', async (sort) => {
    expect(await idsOf({ sort, dir: 'asc' })).toEqual(ORDER);
    expect(await idsOf({ sort, dir: 'desc' })).toEqual(ORDER.toReversed());
  });
});

it('the database folds as the desk does, letter by letter', async () => {
  // Elsewhere each new edition of Unicode adds capitals, which not every database and every Node know.
  const known = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{L}\p{M}\p{N}]/u.test(character),
  );
  const texts = [...known, ...NAMES];
  const result = await database.db.execute(
    sql`select text, ${folded(sql`text`)} as folded
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as one (text)`,
  );
  const { rows } = z
    .object({ rows: z.array(z.object({ text: z.string(), folded: z.string() })) })
    .parse(result);
  expect(rows.filter((row) => row.folded !== foldLetters(row.text))).toEqual([]);
});
