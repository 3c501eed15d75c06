import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { readLeadPage } from './list';

const leads = [{ id: 'a' }, { id: 'b' }];
const page = (body: unknown, more: { link?: string; requested?: string } = {}) =>
  readLeadPage({ body, ...more });

describe('the envelope of the list', () => {
  it.each([
    ['bare', leads],
    ['data', { data: leads }],
    ['items', { items: leads }],
    ['results', { results: leads }],
    ['leads', { leads, status: 200 }],
    ['data.leads', { data: { leads } }],
    ['data.items', { status: 200, data: { items: leads } }],
    ['_embedded.leads', { _embedded: { leads } }],
    ['response.results', { meta: { count: 2 }, response: { results: leads } }],
  ])('%s', (envelope, body) => {
    const read = page(body);
    expect(read.envelope).toBe(envelope);
    expect(read.page.leads.map((lead) => lead.id)).toEqual(['a', 'b']);
    expect(read.page.next).toBeUndefined();
  });

  it.each([[null], [{}], ['<html>'], [{ data: null }], [{ leads: {} }], [7], [undefined]])(
    'never reads %j as an empty list',
    (body) => {
      expect(() => page(body)).toThrow(ServiceError);
    },
  );

  it('counts unreadable entries', () => {
    const read = page([{ id: 'a' }, null, {}, { id: '' }, 'x']);
    expect(read.page).toMatchObject({ unreadable: 4, leads: [{ id: 'a' }] });
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
    ['a lone surrogate as cursor', { data, nextCursor: '\ud800' }, '?cursor=%EF%BF%BD'],
  ])('%s', (_name, body, next) => {
    expect(page(body).page.next).toBe(next);
  });

  it('continues to count pages from zero if the first page was zero', () => {
    const first = page({ data, page: 0, totalPages: 2 }).page.next;
    expect(first).toMatch(/^\?page=1#/);
    expect(page({ data, page: 1, totalPages: 2 }, { requested: first }).page.next).toBeUndefined();
  });

  it('does not follow the page’s own cursor', () => {
    expect(page({ data, cursor: 'x' }, { requested: '?cursor=x' }).page.next).toBeUndefined();
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
    expect(page(leads, { link }).page.next).toBe(next);
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
        expect(['string', 'undefined']).toContain(typeof read.page.next);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
      }
    }),
  );
});
