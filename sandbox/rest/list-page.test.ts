import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, LEADS, openSandbox, type SandboxCaller, type Seen } from '@/tests/support/sandbox';
import { SHAPE_CHOICES } from '../shape';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox({ seedLeads: 23 });
});
afterEach(() => desk.close());

const WHERE: Record<string, string[]> = {
  array: [],
  nested: ['data', 'leads'],
  'result.records': ['result', 'records'],
};
const listOf = (body: unknown, envelope: string): unknown[] => {
  const list = at(body, ...(WHERE[envelope] ?? [envelope]));
  return Array.isArray(list) ? list : [];
};

/** The address of the next page, as a caller of each style makes it. */
function nextAddress({ body, headers }: Seen, place: string): string | undefined {
  const fields = place === 'top' ? body : at(body, place);
  const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  const next = at(fields, 'next');
  const [cursor, token] = [at(fields, 'nextCursor') ?? at(fields, 'cursor'), at(fields, 'nextPageToken')];
  const [page, pages] = [Number(at(fields, 'page')), Number(at(fields, 'totalPages'))];
  const [offset, limit, total] = ['offset', 'limit', 'total'].map((word) => Number(at(fields, word)));
  if (link) return new URL(link).pathname + new URL(link).search;
  if (typeof next === 'string') return new URL(next, desk.url).pathname + new URL(next, desk.url).search;
  if (cursor) return `${LEADS}?cursor=${cursor}`;
  if (token) return `${LEADS}?pageToken=${token}`;
  if (page < pages) return `${LEADS}?page=${page + 1}`;
  if (Number(offset) + Number(limit) < Number(total))
    return `${LEADS}?offset=${Number(offset) + Number(limit)}`;
  return undefined;
}

async function readAll(envelope: string, place: string) {
  const ids: unknown[] = [];
  let pages = 0;
  for (let address: string | undefined = LEADS; address; pages += 1) {
    const seen = await desk.call('GET', address);
    ids.push(...listOf(seen.body, envelope).map((lead) => at(lead, 'id')));
    address = nextAddress(seen, place);
  }
  return { ids, pages };
}

describe('the list of leads', () => {
  it.each(SHAPE_CHOICES.listEnvelope)('is in the envelope %s', async (listEnvelope) => {
    await desk.vendor('PUT', '/shape', { listEnvelope });
    const { body } = await desk.call('GET', LEADS);
    expect(listOf(body, listEnvelope)).toHaveLength(23);
  });

  it.each(SHAPE_CHOICES.paging)('is read completely and without repeats with paging %s', async (paging) => {
    await desk.vendor('PUT', '/shape', { paging, pageSize: 5, listEnvelope: 'items' });
    const { ids, pages } = await readAll('items', 'top');
    expect(new Set(ids).size).toBe(23);
    expect(ids).toHaveLength(23);
    expect(pages).toBe(paging === 'none' ? 1 : 5);
  });

  it.each(SHAPE_CHOICES.pagingPlace)('has its paging words in %s', async (pagingPlace) => {
    await desk.vendor('PUT', '/shape', { paging: 'nextCursor', pageSize: 10, pagingPlace });
    expect((await readAll('data', pagingPlace)).ids).toHaveLength(23);
  });

  it('links the next page of a bare array in a header', async () => {
    await desk.vendor('PUT', '/shape', { paging: 'link', pageSize: 20, listEnvelope: 'array' });
    expect((await readAll('array', 'top')).pages).toBe(2);
  });

  it('continues correctly although a lead was deleted in between', async () => {
    await desk.vendor('PUT', '/shape', { paging: 'nextCursor', pageSize: 10 });
    const first = await desk.call('GET', LEADS);
    const last = at(first.body, 'data', 9, 'id');
    await desk.vendor('DELETE', `/leads/${last}`);
    const second = await desk.call('GET', nextAddress(first, 'top') ?? '');
    expect(listOf(second.body, 'data')).toHaveLength(10);
    expect(listOf(second.body, 'data').map((lead) => at(lead, 'id'))).not.toContain(last);
  });

  it.each(['page=0', 'page=x', 'offset=-1', 'cursor=x'])('refuses ?%s', async (query) => {
    await desk.vendor('PUT', '/shape', { paging: 'page' });
    expect((await desk.call('GET', `${LEADS}?${query}`)).status).toBe(400);
  });
});
