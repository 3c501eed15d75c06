import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchParams } from '@/lib/core/address';
import { DEFAULT_LEADS_QUERY, LEAD_SORTS, MAX_STATUS_LENGTH, PAGE_SIZES } from '@/lib/core/leads-query';
import { toCursor } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { parseLeadsQuery } from './parse-query';

describe('the dashboard URL', () => {
  it('is parsed into its filters', () => {
    const params = {
      q: ' berg ',
      status: 'won',
      agent: 'a-1',
      waiting: '14',
      from: '2026-02-28',
      to: '2026-03-02',
      days: 'utc',
    };
    const more = { sort: 'value', dir: 'asc', page: '3', size: '50', after: 'abc_-' };
    expect(parseLeadsQuery({ ...params, ...more })).toEqual({
      ...params,
      import: '',
      show: '',
      q: 'berg',
      sort: 'value',
      dir: 'asc',
      page: 3,
      size: 50,
      after: 'abc_-',
      before: undefined,
    });
  });

  it.each<[string, SearchParams]>([
    ['nothing', {}],
    ['a place that is none', { show: 'everything' }],
    ['an order that is none', { sort: '(select 1)', dir: 'asc;drop' }],
    ['an order by what is not shown', { sort: 'password' }],
    ['an order by something every object has', { sort: 'constructor', dir: '__proto__' }],
    ['days that are none', { from: '0000-00-00', to: '2026-02-30' }],
    ['days beyond the calendar', { from: 'infinity', to: '300000-01-01' }],
    ['days in a zone that is none', { days: 'mars' }],
    ['a zone without days', { days: 'utc' }],
    ['waiting times that are none', { waiting: '1000' }],
    ['a waiting time that is no whole number', { waiting: '07' }],
    ['sizes that are not offered', { size: '26' }],
    ['a size of everything', { size: '1e9' }],
    ['a status of five thousand characters', { status: 'y'.repeat(5_000) }],
    ['a text that no database takes', { q: 'a\u0000b', agent: '\ud800' }],
    ['a position that is none', { after: '; drop', before: 'x'.repeat(2_000) }],
    ['a page without a position', { page: '17' }],
    ['a list with an unusual name', { 'status[]': 'a', __proto__: 'b' }],
  ])('falls back silently for %s', (_, params) => {
    expect(parseLeadsQuery(params)).toMatchObject(DEFAULT_LEADS_QUERY);
  });

  it('keeps a status as long as portals may have', () => {
    const status = 'y'.repeat(MAX_STATUS_LENGTH);
    expect(parseLeadsQuery({ status }).status).toBe(status);
  });

  it('searches for the beginning of a text that is too long, never for everything', () => {
    expect(parseLeadsQuery({ q: 'x'.repeat(5_000) }).q).toBe('x'.repeat(200));
    expect(parseLeadsQuery({ q: '😀'.repeat(5_000) }).q).toBe('😀'.repeat(200));
  });

  it.each(['0', '-1', '1.5', 'x', '1e9', 'Infinity', ''])('treats page “%s” as the first', (page) => {
    expect(parseLeadsQuery({ page, after: 'abc' }).page).toBe(1);
  });

  const show = 'needs-correction';

  it('pages through what needs correction by number', () => {
    expect(parseLeadsQuery({ show, page: '3', after: 'abc' })).toMatchObject({
      show,
      page: 3,
      after: undefined,
    });
  });

  it.each(['won', 'a status of the portal’s own'])(
    'shows the leads of status “%s” and marks its tab, if combined with what needs correction',
    (status) => {
      expect(parseLeadsQuery({ show, status, page: '3' })).toMatchObject({ show: '', status, page: 1 });
    },
  );

  it('shows the leads that wait, if combined with what needs correction', () => {
    expect(parseLeadsQuery({ show, waiting: '14' })).toMatchObject({ show: '', waiting: '14' });
  });

  it('still shows what needs correction if the status beside it is invalid', () => {
    expect(parseLeadsQuery({ show, status: ' ' })).toMatchObject({ show, status: '' });
  });

  it('uses the first of a repeated parameter', () => {
    expect(parseLeadsQuery({ status: ['a', 'b'], size: [] as string[] })).toMatchObject({
      status: 'a',
      size: 25,
    });
  });

  it('accepts at most one cursor', () => {
    expect(parseLeadsQuery({ after: 'a', before: 'b' })).toMatchObject({ after: 'a', before: undefined });
  });

  it('accepts the cursor of a row with the longest company and name', () => {
    const row = { key0: '🏔'.repeat(100), key1: '🏔'.repeat(200), key2: 'a'.repeat(24) };
    const after = toCursor(row, [leads.sortCompany, leads.sortName, leads.id]);
    expect(parseLeadsQuery({ after })).toMatchObject({ after });
  });

  it('never fails and never returns a value that the lists do not allow', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.array(fc.string()),
      fc.constant(undefined),
    );
    const names = [...Object.keys(DEFAULT_LEADS_QUERY), 'after', 'before'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (params) => {
        const query = parseLeadsQuery(params);
        expect(LEAD_SORTS).toContain(query.sort);
        expect(PAGE_SIZES).toContain(query.size);
        expect(Number.isInteger(query.page) && query.page >= 1).toBe(true);
      }),
    );
  });
});
