import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, LEAD, LEADS, openSandbox, type SandboxCaller } from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const faults = (change: object) => desk.vendor('PUT', '/faults', change);
const create = async () => String(at((await desk.call('POST', LEADS, LEAD)).body, 'id'));
const read = (id: string) => desk.call('GET', `${LEADS}/${id}`);
const listed = async () => {
  const data = at((await desk.call('GET', LEADS)).body, 'data');
  return Array.isArray(data) ? data.map((lead) => at(lead, 'id')) : data;
};

describe('reads that lag', () => {
  it('do not show a young lead, nor does the list, and show it later', async () => {
    await faults({ readLagMs: 300 });
    const old = await create();
    await expect.poll(async () => (await read(old)).status).toBe(200);
    const young = await create();
    expect((await read(young)).status).toBe(404);
    expect(await listed()).toEqual([old]);
    await expect.poll(async () => (await read(young)).status).toBe(200);
    expect(await listed()).toEqual([old, young]);
  });

  it('show a lead before its last change, and still show a deleted one', async () => {
    await faults({ readLagMs: 300 });
    const [edited, deleted] = [await create(), await create()];
    await expect.poll(async () => (await read(deleted)).status).toBe(200);
    await desk.vendor('PATCH', `/leads/${edited}`, { status: 'won' });
    await desk.vendor('DELETE', `/leads/${deleted}`);
    expect(at((await read(edited)).body, 'status')).toBe('pending');
    expect((await read(deleted)).status).toBe(200);
    await expect.poll(async () => at((await read(edited)).body, 'status')).toBe('won');
    await expect.poll(async () => (await read(deleted)).status).toBe(404);
  });

  it('may lag in the list only: a deleted lead is still listed, but not read', async () => {
    const deleted = await create();
    await faults({ listLagMs: 500 });
    await expect.poll(listed).toEqual([deleted]);
    await desk.vendor('DELETE', `/leads/${deleted}`);
    expect((await read(deleted)).status).toBe(404);
    expect(await listed()).toEqual([deleted]);
  });

  it('do not affect the console and the edits of callers', async () => {
    const id = await create();
    await faults({ readLagMs: 60_000 });
    expect((await desk.vendor('GET', `/leads/${id}`)).status).toBe(200);
    expect((await desk.call('PATCH', `${LEADS}/${id}`, { value: 5 })).status).toBe(200);
  });
});

describe('a wrong list', () => {
  it('is empty', async () => {
    await create();
    await faults({ listLie: 'empty' });
    expect(await listed()).toEqual([]);
  });

  it('leaves out half of the leads', async () => {
    for (let count = 0; count < 4; count += 1) await create();
    await faults({ listLie: 'half' });
    expect(await listed()).toHaveLength(2);
  });

  it('is a page of HTML with status 200', async () => {
    await faults({ listLie: 'html' });
    const seen = await desk.call('GET', LEADS);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('content-type')).toContain('text/html');
    expect(seen.text).toContain('<html>');
  });
});

describe('paging that goes wrong', () => {
  const first = async (paging: string) => {
    await desk.vendor('PUT', '/shape', { paging, pageSize: 2 });
    return desk.call('GET', LEADS);
  };
  beforeEach(async () => {
    for (let count = 0; count < 3; count += 1) await create();
  });

  it.each(['nextCursor', 'cursor', 'nextPageToken'])(
    'gives the same page and %s for ever',
    async (paging) => {
      await faults({ pageLoop: 'same-page' });
      const one = await first(paging);
      const two = await desk.call('GET', `${LEADS}?cursor=${at(one.body, paging)}`);
      expect(at(one.body, paging)).toEqual(expect.any(String));
      expect(two.text).toBe(one.text);
    },
  );

  it.each([
    ['page', 'page=7', 'totalPages'],
    ['offset', 'offset=12', 'total'],
  ])('always counts further, by %s', async (paging, query, word) => {
    await faults({ pageLoop: 'same-page' });
    const one = await first(paging);
    const later = await desk.call('GET', `${LEADS}?${query}`);
    expect(at(later.body, 'data')).toEqual(at(one.body, 'data'));
    expect(Number(at(later.body, word))).toBeGreaterThan(Number(at(later.body, paging)));
  });

  it('names a next page on another host', async () => {
    await faults({ pageLoop: 'foreign-next' });
    expect((await first('link')).headers.get('link')).toContain('<https://elsewhere.example/');
    expect(at((await first('next')).body, 'next')).toContain('https://elsewhere.example/');
  });
});

describe('after an edit', () => {
  const edit = (id: string, value: number) => desk.call('PATCH', `${LEADS}/${id}`, { value });
  const dealValue = async (id: string) => at((await read(id)).body, 'value');

  it('reads show it only later, but everything else immediately', async () => {
    const id = await create();
    await faults({ patchLagMs: 300 });
    await edit(id, 6);
    expect(await dealValue(id)).toBeUndefined();
    await expect.poll(() => dealValue(id)).toBe(6);
    await desk.vendor('PATCH', `/leads/${id}`, { value: 7 });
    expect(await dealValue(id)).toBe(7);
  });

  it('the lead is not found for a while', async () => {
    const [edited, other] = [await create(), await create()];
    await faults({ patchHidesMs: 300 });
    await edit(edited, 5);
    expect((await read(edited)).status).toBe(404);
    expect((await read(other)).status).toBe(200);
    await expect.poll(async () => (await read(edited)).status).toBe(200);
  });

  it('a lead may omit when it changed', async () => {
    const id = await create();
    await desk.vendor('PUT', '/shape', { updatedAt: 'absent' });
    expect((await read(id)).body).not.toHaveProperty('updatedAt');
  });
});
