import type { Lead } from '../model';
import type { Shape } from '../shape';
import { Refusal } from './refusal';

/** One page of leads and how the caller comes to the next. */
export type Page = { leads: Lead[]; words: Record<string, unknown>; headers: Record<string, string> };

const CURSOR_NAMES = ['cursor', 'nextCursor', 'pageToken', 'nextPageToken'];

const orderOf = (lead: Lead) => `${lead.createdAt} ${lead.id}`;

/** The page that `url` asks for, oldest lead first. The interface shows no paging (section 4); every style is one here. */
export function pageOf(all: Iterable<Lead>, url: URL, shape: Shape): Page {
  const leads = [...all].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  if (shape.paging === 'none') return { leads, words: {}, headers: {} };
  const start = startOf(leads, url, shape.pageSize);
  const slice = leads.slice(start, start + shape.pageSize);
  const last = slice.at(-1);
  const more = start + shape.pageSize < leads.length;
  const cursor = more && last ? Buffer.from(orderOf(last)).toString('base64url') : null;
  return { leads: slice, ...wordsOf({ shape, url, cursor, start, total: leads.length }) };
}

function startOf(leads: readonly Lead[], url: URL, pageSize: number): number {
  const cursor = CURSOR_NAMES.map((name) => url.searchParams.get(name)).find(Boolean);
  if (cursor) {
    const after = Buffer.from(cursor, 'base64url').toString();
    if (!/^\S+ \S+$/.test(after)) throw new Refusal(400, 'The cursor is not one of ours.');
    const index = leads.findIndex((lead) => orderOf(lead) > after);
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

type Place = { shape: Shape; url: URL; cursor: string | null; start: number; total: number };

function wordsOf({ shape, url, cursor, start, total }: Place): Pick<Page, 'words' | 'headers'> {
  const only = (words: Record<string, unknown>) => ({ words, headers: {} });
  const next = cursor && `${url.pathname}?cursor=${cursor}`;
  switch (shape.paging) {
    case 'none':
      return only({});
    case 'link':
      return { words: {}, headers: next ? { link: `<${url.origin}${next}>; rel="next"` } : {} };
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

/** The list in its envelope, with the paging words beside it or in an object of their own. */
export function wrapList(items: unknown[], words: Record<string, unknown>, shape: Shape): unknown {
  const hasWords = Object.keys(words).length > 0;
  const placed = !hasWords || shape.pagingPlace === 'top' ? words : { [shape.pagingPlace]: words };
  switch (shape.listEnvelope) {
    case 'array':
      return hasWords ? { data: items, ...placed } : items;
    case 'nested':
      return { data: { leads: items }, ...placed };
    default:
      return { [shape.listEnvelope]: items, ...placed };
  }
}
