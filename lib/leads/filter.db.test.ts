import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { runs } from '@/tests/support/property-runs';
import { addViewer, makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { countLeads, listLeads } from './list';
import { countMatches } from './matching';
import { parseLeadsQuery } from './parse-query';
import { startRead } from './read-start';
import { visibleTo } from './visible-to';

let database: Database;
let manager: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  manager = await addViewer(database.db, { role: 'manager' });
  const { organizationId, agentId } = manager.membership;
  for (const [id, [firstName, lastName, email, createdAt]] of Object.entries(PEOPLE)) {
    const lead = makeLead({
      id,
      organizationId,
      agentId,
      firstName,
      lastName,
      email,
      createdAt: new Date(createdAt),
    });
    await applyLead(database.db, {
      lead,
      readStart: await startRead(database.db, new Date()),
      labelOf: (fieldId) => ({ label: fieldId }),
    });
  }
});
afterAll(() => database.close());

const PEOPLE: Record<string, [string, string, string, string]> = {
  mueller: ['Jürgen', 'MÜLLER-Lüdenscheidt', 'j.mueller@werk.example', '2026-03-01T22:59:59.999Z'],
  muller: ['Jurgen', 'Muller', 'jm@other.example', '2026-03-01T23:00:00Z'],
  ohara: ['Pat', "O'Hara", 'pat+100%_off@shop.example', '2026-03-02T22:59:59Z'],
  li: ['伟', '李', 'li@werk.example', '2026-03-02T23:00:00Z'],
  nobody: ['', '', '', '2026-06-01T12:00:00Z'],
};

async function find(params: Record<string, string | string[]>, timeZone = 'UTC') {
  const query = parseLeadsQuery(params);
  const { rows } = await listLeads(database.db, manager, { query, timeZone });
  const { count } = await countLeads(database.db, manager, { query, timeZone });
  expect(count).toBe(rows.length);
  return rows.map(({ id }) => id).sort();
}

const ALL = Object.keys(PEOPLE).sort();

describe('searching', () => {
  it.each([
    ['mül', ['mueller', 'muller']],
    ['MÜLLER', ['mueller', 'muller']],
    ['mu\u0308ller', ['mueller', 'muller']],
    ['lüd mül', ['mueller']],
    ['müller-lüd', ['mueller']],
    ['jurgen mull', ['mueller', 'muller']],
    ['ller', ['mueller', 'muller']],
    ['ara', ['ohara']],
    ['ra', []],
    ["o'hara", ['ohara']],
    ['hara', ['ohara']],
    ['pat+100%_off', ['ohara']],
    ['werk', ['li', 'mueller']],
    ['@werk.example', ['li', 'mueller']],
    ['李', ['li']],
    ['werk other', []],
  ])('“%s” finds leads with a match for each of its words', async (q, expected) => {
    expect(await find({ q })).toEqual(expected);
  });

  it.each(['%', '_', '\\', "'", '"', '|', '!', '&', '( )', ':*', '<->', '-- ;', '🙂'])(
    '“%s” contains no word and finds nothing',
    async (q) => {
      expect(await find({ q })).toEqual([]);
    },
  );

  it.each(['  ', '\u0000', '\ud800'])('for blanks, or what cannot be stored, is no search', async (q) => {
    expect(await find({ q })).toEqual(ALL);
  });

  it.each(["müll' | '!", 'müll & !muller', 'müll:*', "müll'); drop table leads --", 'müll\\'])(
    '“%s” is reduced to its words',
    async (q) => {
      expect(['mueller,muller', 'mueller', '']).toContain((await find({ q })).join());
    },
  );

  it('never fails, whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (q) => void (await find({ q }))),
      { numRuns: runs(60) },
    );
  });
});

describe('filtering by day', () => {
  it('uses days of the person’s time zone, both ends included', async () => {
    expect(await find({ from: '2026-03-02', to: '2026-03-02' }, 'Europe/Berlin')).toEqual([
      'muller',
      'ohara',
    ]);
    expect(await find({ from: '2026-03-02', to: '2026-03-02' }, 'UTC')).toEqual(['li', 'ohara']);
    expect(await find({ from: '2026-03-02' }, 'America/Los_Angeles')).toEqual(['li', 'nobody', 'ohara']);
    expect(await find({ to: '2026-03-01' }, 'Pacific/Auckland')).toEqual([]);
  });

  it('works where a clock change skips midnight, and at the limits of the calendar', async () => {
    expect(await find({ from: '2026-03-08' }, 'America/Havana')).toEqual(['nobody']);
    expect(await find({ from: '1000-01-01', to: '9999-12-31' }, 'Pacific/Kiritimati')).toEqual(ALL);
    expect(await find({ from: '1000-01-01', to: '9999-12-31' }, 'Pacific/Pago_Pago')).toEqual(ALL);
    expect(await find({ to: '1000-01-01' })).toEqual([]);
    expect(await find({ from: '9999-12-31' })).toEqual([]);
  });

  it('is ignored for a date that does not exist', async () => {
    for (const day of [
      '0000-00-00',
      '2026-02-30',
      'infinity',
      '300000-01-01',
      '2026-3-2',
      '2026-03-02T00:00',
      "'",
    ]) {
      expect(await find({ from: day, to: day })).toEqual(ALL);
    }
  });
});

describe('counting', () => {
  it('stops where a larger number helps nobody, and says so', async () => {
    const own = visibleTo(manager);
    expect(await countMatches(database.db, own)).toEqual({ count: ALL.length, capped: false });
    expect(await countMatches(database.db, own, ALL.length)).toEqual({ count: ALL.length, capped: false });
    expect(await countMatches(database.db, own, 1)).toEqual({ count: 1, capped: true });
  });
});
