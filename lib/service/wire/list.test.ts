import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { readLeadPage } from './list';

const leads = [{ id: 'a' }, { id: 'b' }];
type Around = { link?: string; requested?: string; headers?: Record<string, string> };
const page = (body: unknown, { link, requested, headers = {} }: Around = {}) =>
  readLeadPage({ body, requested, headers: new Headers(link === undefined ? headers : { link }) });

describe('the envelope of the list', () => {
  it.each([
    [leads],
    [{ data: leads }],
    [{ items: leads }],
    [{ results: leads }],
    [{ leads, status: 200 }],
    [{ data: { leads } }],
    [{ status: 200, data: { items: leads } }],
    [{ _embedded: { leads } }],
    [{ meta: { count: 2 }, response: { results: leads } }],
  ])('may be %j', (body) => {
    const read = page(body);
    expect(read.leads.map((lead) => lead.id)).toEqual(['a', 'b']);
    expect(read.next).toBeUndefined();
  });

  it.each([[null], [{}], ['<html>'], [{ data: null }], [{ leads: {} }], [7], [undefined]])(
    'never reads %j as an empty list',
    (body) => {
      expect(() => page(body)).toThrow(ServiceError);
    },
  );

  it('counts unreadable entries', () => {
    const read = page([{ id: 'a' }, null, {}, { id: '' }, 'x']);
    expect(read).toMatchObject({ unreadable: 4, leads: [{ id: 'a' }] });
  });
});

describe('the address of the next page', () => {
  const data = leads;
  it.each([
    ['nothing', { data }, undefined],
    ['next address', { data, next: 'https://s.example/leads?cursor=x' }, 'https://s.example/leads?cursor=x'],
    ['next path', { data, next: '/1.0/api/leads?cursor=x' }, '/1.0/api/leads?cursor=x'],
    ['next query', { data, next: '?cursor=x' }, '?cursor=x'],
    ['next token', { data, next: 'a b' }, '?cursor=a%20b'],
    ['next number', { data, next: 2 }, '?page=2'],
    ['next null', { data, next: null }, undefined],
    ['next record', { data, links: { next: { href: '/l?c=1' } } }, '/l?c=1'],
    ['nextCursor', { data, nextCursor: 'x' }, '?cursor=x'],
    ['next_cursor in meta', { data, meta: { next_cursor: 'x' } }, '?cursor=x'],
    ['cursor', { data, cursor: 'x' }, '?cursor=x'],
    ['nextPageToken', { data, nextPageToken: 'x=' }, '?pageToken=x%3D'],
    ['cursor beside the inner list', { data: { leads, nextCursor: 'x' } }, '?cursor=x'],
    ['page of pages', { data, page: 1, totalPages: 3 }, '?page=2'],
    ['page as text', { data, pagination: { page: '2', totalPages: '3' } }, '?page=3'],
    ['last page', { data, page: 3, totalPages: 3 }, undefined],
    ['offset', { data, offset: 0, limit: 2, total: 5 }, '?offset=2&limit=2'],
    ['last offset', { data, offset: 3, total: 5 }, undefined],
    ['offset past the end', { data: [], offset: 3, total: 5 }, undefined],
    ['hasMore false beside a cursor', { data, nextCursor: 'x', hasMore: false }, undefined],
    ['hasMore alone', { data, hasMore: true }, '?page=2'],
    [
      'a token under a name of its own',
      { data, pageInfo: { nextContinuationToken: 'x' } },
      '?continuationToken=x',
    ],
    ['a record with a token', { data, paging: { next: { after: 'x', limit: 2 } } }, '?after=x'],
    [
      'a record with an address',
      { data, paging: { next: { after: 'x', link: '/l?after=x' } } },
      '/l?after=x',
    ],
    [
      'an address three levels deep',
      { data, meta: { pagination: { links: { next: '/l?page=2' } } } },
      '/l?page=2',
    ],
    [
      '@odata.nextLink',
      { value: 1, data, '@odata.nextLink': 'https://s.example/l?$skip=2' },
      'https://s.example/l?$skip=2',
    ],
    ['next_offset', { data, next_offset: 2 }, '?offset=2'],
    ['a cursor that is a number', { data, nextCursor: 7 }, '?cursor=7'],
    ['page and last page', { data, meta: { current_page: 1, last_page: 3 } }, '?page=2'],
    ['number and totalPages from zero', { data, number: 0, totalPages: 2, last: false }, '?page=1#from-zero'],
    ['last alone', { data, last: false }, '?page=2'],
    ['the end beside a next number', { data, last: true, next: 9 }, undefined],
    ['startAt below a total', { data, startAt: 0, maxResults: 2, total: 5 }, '?startAt=2&maxResults=2'],
    ['values of another kind', { data, totalValue: 90_000, owner: { nextTo: null } }, undefined],
    ['a lone surrogate as cursor', { data, nextCursor: '\ud800' }, '?cursor=%EF%BF%BD'],
  ])('%s', (_name, body, next) => {
    expect(page(body).next).toBe(next);
  });

  it.each([
    [{ 'x-next-page': '2' }, '?page=2'],
    [{ 'x-page': '1', 'x-total-pages': '2' }, '?page=2'],
    [{ 'x-next-page': '', 'x-page': '2', 'x-total-pages': '2' }, undefined],
    [{ 'x-next-cursor': 'x' }, '?cursor=x'],
    [{ 'x-request-id': 'next', 'x-ratelimit-limit': '9' }, undefined],
  ])('in the headers %j', (headers, next) => {
    expect(page(leads, { headers }).next).toBe(next);
  });

  it.each([[{ data, next: { rel: {} } }], [{ data, links: { next: [1] } }]])(
    'is known to exist where it cannot be followed: %j',
    (body) => {
      const read = page(body);
      expect(read.isCut).toBe(true);
      expect(read.next).toBeUndefined();
    },
  );

  it.each([
    [{ data, total: 5 }, 5],
    [{ data, meta: { pagination: { totalRecords: '5' } } }, 5],
    [{ data, count: 5 }, 5],
    [{ data, count: 2 }, undefined],
    [{ data, totalPages: 5, totalValue: 90 }, undefined],
  ])('the number of leads in %j is %s', (body, total) => {
    expect(page(body).total).toBe(total);
  });

  it('continues to count pages from zero if the first page was zero', () => {
    const first = page({ data, page: 0, totalPages: 2 }).next;
    expect(first).toMatch(/^\?page=1#/);
    expect(page({ data, page: 1, totalPages: 2 }, { requested: first }).next).toBeUndefined();
  });

  it('does not follow the page’s own cursor', () => {
    expect(page({ data, cursor: 'x' }, { requested: '?cursor=x' }).next).toBeUndefined();
  });

  it.each([
    ['</leads?page=2>; rel="next"', '/leads?page=2'],
    [
      '<https://s.example/l?a=1,2>; rel="prev", <https://s.example/l?a=3>; rel=next',
      'https://s.example/l?a=3',
    ],
    ['<https://s.example/l>; title="x"; rel="last next"', 'https://s.example/l'],
    ['<https://s.example/l>; rel="prev"', undefined],
    ['<https://s.example/l>; rel="nextish"', undefined],
    ['nonsense', undefined],
  ])('the Link header %s', (link, next) => {
    expect(page(leads, { link }).next).toBe(next);
  });
});

it('reads any response into a page, or throws ServiceError', () => {
  const words = fc.record(
    {
      data: fc.array(fc.oneof(fc.anything(), fc.record({ id: fc.string() }))),
      next: fc.anything(),
      nextCursor: fc.anything(),
      page: fc.anything(),
      totalPages: fc.anything(),
      offset: fc.anything(),
      total: fc.anything(),
      hasMore: fc.anything(),
      meta: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), words), fc.option(fc.string(), { nil: undefined }), (body, link) => {
      try {
        const read = page(body, { link });
        expect(['string', 'undefined']).toContain(typeof read.next);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
      }
    }),
  );
});
