import { expect, it } from 'vitest';
import type { LeadPage, ServiceLead } from '../../lib/service/lead';
import { listPages } from './list-pages';

const lead = (id: string): ServiceLead => ({ id, status: '', standard: {}, custom: {} });

/** A service whose page n names page n+1; any other request gets the first page again. */
function serviceOf(pages: Record<string, { ids: string[]; next?: string }>) {
  const asked: (string | undefined)[] = [];
  const listLeads = async ({ next }: { next?: string } = {}): Promise<LeadPage> => {
    asked.push(next);
    const page = pages[next ?? 'first'] ?? pages.first;
    return {
      leads: page?.ids.map(lead) ?? [],
      next: page?.next,
      unreadable: 0,
      deleted: 0,
      lacks: [],
      isEndNamed: true,
    };
  };
  return { listLeads, asked };
}

async function collect(pages: ReturnType<typeof listPages>) {
  const read: string[][] = [];
  for (;;) {
    const step = await pages.next();
    if (step.done) return { read, end: step.value };
    read.push(step.value.leads.map(({ id }) => id));
  }
}

it('reads a list to its end', async () => {
  const service = serviceOf({
    first: { ids: ['a'], next: '?c=1' },
    '?c=1': { ids: ['b'], next: '?c=2' },
    '?c=2': { ids: [] },
  });
  expect(await collect(listPages(service, { maxPages: 10 }))).toEqual({
    read: [['a'], ['b'], []],
    end: 'complete',
  });
});

it('continues from a checkpoint', async () => {
  const service = serviceOf({ first: { ids: ['a'], next: '?c=1' }, '?c=1': { ids: ['b'] } });
  expect(await collect(listPages(service, { from: '?c=1', maxPages: 10 }))).toEqual({
    read: [['b']],
    end: 'complete',
  });
});

it('stops at a repeated cursor', async () => {
  const service = serviceOf({ first: { ids: ['a'], next: '?c=1' }, '?c=1': { ids: ['b'], next: '?c=1' } });
  expect(await collect(listPages(service, { maxPages: 10 }))).toEqual({
    read: [['a'], ['b']],
    end: 'repeated',
  });
});

it('stops if the service ignores the cursor and returns the first page again', async () => {
  const service = serviceOf({ first: { ids: ['a', 'b'], next: '?page=2' }, '?page=3': { ids: [] } });
  expect(await collect(listPages(service, { maxPages: 10 }))).toEqual({
    read: [['a', 'b']],
    end: 'repeated',
  });
  expect(service.asked).toEqual([undefined, '?page=2']);
});

it('stops after the maximum number of pages', async () => {
  let count = 0;
  const listLeads = async () => {
    count += 1;
    return {
      leads: [lead(`${count}`)],
      next: `?page=${count}`,
      unreadable: 0,
      deleted: 0,
      lacks: [],
      isEndNamed: true,
    };
  };
  expect(await collect(listPages({ listLeads }, { maxPages: 3 }))).toMatchObject({ end: 'too-many-pages' });
  expect(count).toBe(3);
});
