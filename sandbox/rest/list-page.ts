import type { Faults } from '../controls';
import type { Lead } from '../model';
import type { Shape } from '../shape';
import { Refusal } from './refusal';

/** One page of leads and how the caller gets the next. */
export type Page = { leads: Lead[]; fields: Record<string, unknown>; headers: Record<string, string> };

type Paging = Shape & { loop: Faults['pageLoop'] };

const FOREIGN = 'https://elsewhere.example/1.0/api/leads?page=2';

const CURSOR_NAMES = ['cursor', 'nextCursor', 'pageToken', 'nextPageToken'];

type Place = Pick<Lead, 'createdAt' | 'id'>;

const orderOf = (lead: Lead) => `${lead.createdAt} ${lead.id}`;

/** Compares fields: building strings would cost a second per page of a hundred thousand leads. */
function byAge(one: Place, other: Place): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** The page requested by `url`, oldest lead first. The interface shows no paging (section 4); all styles work here. */
export function pageOf(all: Iterable<Lead>, url: URL, shape: Paging): Page {
  const sorted = [...all].sort(byAge);
  const leads = shape.listCap > 0 ? sorted.slice(0, shape.listCap) : sorted;
  if (shape.paging === 'none') return { leads, fields: {}, headers: {} };
  const asked = startOf(leads, url, shape.pageSize);
  const start = shape.loop === 'same-page' ? 0 : asked;
  const slice = leads.slice(start, start + shape.pageSize);
  const last = slice.at(-1);
  const more = shape.loop === 'same-page' || start + shape.pageSize < leads.length;
  const cursor = more && last ? Buffer.from(orderOf(last)).toString('base64url') : null;
  if (shape.loop === 'foreign-next') return { leads: slice, ...foreignNext(shape.paging) };
  // A caller that counts always sees one more page.
  const total = shape.loop === 'same-page' ? asked + 2 * shape.pageSize : leads.length;
  return { leads: slice, ...pagingOf({ shape, url, cursor, start: asked, total }) };
}

/** A next page on another host, whatever the paging: a caller that follows it leaks its token. */
function foreignNext(paging: Shape['paging']): Pick<Page, 'fields' | 'headers'> {
  if (paging === 'link') return { fields: {}, headers: { link: `<${FOREIGN}>; rel="next"` } };
  return { fields: { next: FOREIGN }, headers: {} };
}

function startOf(leads: readonly Lead[], url: URL, pageSize: number): number {
  const cursor = CURSOR_NAMES.map((name) => url.searchParams.get(name)).find(Boolean);
  if (cursor) {
    const after = Buffer.from(cursor, 'base64url').toString();
    const [, createdAt, id] = /^(\S+) (\S+)$/.exec(after) ?? [];
    if (!createdAt || !id) throw new Refusal(400, 'The cursor is not one of ours.');
    const index = leads.findIndex((lead) => byAge(lead, { createdAt, id }) > 0);
    return index === -1 ? leads.length : index;
  }
  const page = url.searchParams.get('page');
  if (page) return (wholeNumber(page, 1) - 1) * pageSize;
  const offset = url.searchParams.get('offset');
  return offset ? wholeNumber(offset, 0) : 0;
}

function wholeNumber(text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) throw new Refusal(400, `${text} is not a page.`);
  return value;
}

type Ask = { shape: Shape; url: URL; cursor: string | null; start: number; total: number };

function pagingOf({ shape, url, cursor, start, total }: Ask): Pick<Page, 'fields' | 'headers'> {
  const only = (fields: Record<string, unknown>) => ({ fields, headers: {} });
  const next = cursor && `${url.pathname}?cursor=${cursor}`;
  switch (shape.paging) {
    case 'none':
      return only({});
    case 'link':
      return { fields: {}, headers: next ? { link: `<${url.origin}${next}>; rel="next"` } : {} };
    case 'next':
      return only({ next: next && `${url.origin}${next}` });
    case 'nextPath':
      return only({ next });
    case 'nextCursor':
    case 'cursor':
    case 'nextPageToken':
      return only({ [shape.paging]: cursor });
    case 'page': {
      const page = Math.floor(start / shape.pageSize) + 1;
      return only({ page, pageSize: shape.pageSize, totalPages: Math.ceil(total / shape.pageSize) });
    }
    case 'offset':
      return only({ offset: start, limit: shape.pageSize, total });
  }
}

/** The list in its envelope, with the paging keys beside it or in a separate object. */
export function wrapList(items: unknown[], fields: Record<string, unknown>, shape: Shape): unknown {
  const hasFields = Object.keys(fields).length > 0;
  const placed = !hasFields || shape.pagingPlace === 'top' ? fields : { [shape.pagingPlace]: fields };
  switch (shape.listEnvelope) {
    case 'array':
      return hasFields ? { data: items, ...placed } : items;
    case 'nested':
      return { data: { leads: items }, ...placed };
    case 'result.records':
      return { result: { records: items }, warnings: [], ...placed };
    default:
      return { [shape.listEnvelope]: items, ...placed };
  }
}
