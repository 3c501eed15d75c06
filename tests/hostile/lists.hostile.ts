import { beforeAll, describe, expect, it } from 'vitest';
import { headingOf } from '@/tests/support/desk/html';
import { indiscretionOf } from './harness/generic';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';

let world: World;
/** The ids of the leads that Maya sees without filters, in order. */
let usual: string[];
beforeAll(async () => {
  world = await openWorld();
  usual = (await ask('')).ids;
});

async function ask(query: string) {
  const headers = { cookie: world.browsers.manager.cookies() };
  const response = await send({ origin: world.origin, path: `/leads${query}`, headers });
  const ids = [...response.body.matchAll(/href="\/leads\/([0-9a-f]{24})/g)].map(([, id = '']) => id);
  return { ...response, ids: [...new Set(ids)] };
}

/** Unreadable filters are ignored: addresses are typed, shared and cut off. */
async function expectUsual(query: string): Promise<void> {
  const response = await ask(query);
  expect(response.status).toBe(200);
  expect(response.ids).toEqual(usual);
  expect(indiscretionOf(response)).toBeUndefined();
}

it('there are leads to be filtered', () => expect(usual.length).toBeGreaterThan(3));

describe('row 30: repeated and excessive parameters', () => {
  it.each([
    '?status[]=a',
    '?status[constructor]=a',
    '?__proto__[q]=a',
    '?sort&dir&page&size',
    '?=&&&=',
    '?%=%ff',
  ])('%s', (query) => expectUsual(query));

  it('the first of a repeated parameter counts', async () => {
    const { ids } = await ask('?q=&q=nothing-like-this');
    expect(ids).toEqual(usual);
  });

  it('a thousand of them', () => expectUsual(`?${'x=1&'.repeat(1_000)}`));

  it('100 KB of them are refused before they are read', async () => {
    const response = await ask(`?${'x=1&'.repeat(25_000)}`);
    expect([0, 414, 431]).toContain(response.status);
  });
});

describe('row 31: an unknown order is ignored', () => {
  it.each([
    'sort=(select%201)',
    'sort=password',
    'sort=__proto__',
    'sort=updatedAt;drop%20table%20leads',
    'dir=asc;drop',
    'dir=ASC',
    'page=1e309',
    'page=-1',
    'size=1000000',
    'after=%00',
    "after=';select%20pg_sleep(9)--",
    'after=eyJpZCI6MX0',
  ])('%s', (parameter) => expectUsual(`?${parameter}`));
});

describe('row 32: search terms are plain text', () => {
  it.each(['%', '_', '\\', '%%', '_%', "'", '";--', '.*', '\u202e'])(
    '%j contains no word, so it finds nothing',
    async (q) => {
      const response = await ask(`?q=${encodeURIComponent(q)}`);
      expect(response.status).toBe(200);
      expect(response.ids).toEqual([]);
      expect(indiscretionOf(response)).toBeUndefined();
    },
  );

  it.each(['a%zz', 'a_zz', '%zz%', 'zz\\', "zz' or 1=1--", '(zq+)+$', '<img src=x>', 'zz$1'])(
    '%j finds nothing that does not hold it',
    async (q) => {
      const response = await ask(`?q=${encodeURIComponent(q)}`);
      expect(response.status).toBe(200);
      expect(response.ids).toEqual([]);
      expect(response.ms).toBeLessThan(20_000);
      expect(indiscretionOf(response, ['<img'])).toBeUndefined();
    },
  );

  it('of 5,000 characters the first 200 are the search term: they never find everything', async () => {
    const response = await ask(`?q=${'a'.repeat(5_000)}`);
    expect(response.status).toBe(200);
    expect(response.ids).toEqual([]);
  });
  it('a zero byte is no search term', () => expectUsual('?q=a%00b'));
  it('half a surrogate pair causes no failure', async () => {
    expect((await ask('?q=%ed%a0%80')).status).toBe(200);
  });
});

describe('row 33: an invalid date is ignored', () => {
  it.each(['0000-00-00', '2026-02-30', 'infinity', '-infinity', '300000-01-01', '2026-13-01', 'now', "1'"])(
    '%s',
    async (day) => {
      await expectUsual(`?from=${encodeURIComponent(day)}`);
      await expectUsual(`?to=${encodeURIComponent(day)}`);
    },
  );

  it('a valid date is used', async () => {
    const response = await ask('?from=2999-01-01');
    expect(response.ids).toEqual([]);
    expect(headingOf(response.body)).not.toBe('');
  });
});
