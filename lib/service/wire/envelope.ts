import 'server-only';
import { ServiceError } from '@/lib/service/error';
import { idOf, isRecord, type JsonRecord } from './value';

/** An array found in a response, and the records around it, innermost first, which may contain its paging. */
export type FoundList = { entries: unknown[]; around: JsonRecord[]; envelope: string };

/** How deep a list may be within its response. */
const MAX_LEVELS = 2;

/**
 * Finds the list in a response whose envelope the interface does not show (section 4): the body itself, or the only array
 * in it whose entries are what is looked for, else have ids, else are objects. Arrays without entries are one empty list,
 * except those that tell of problems: "no list" must never read as "an empty list".
 *
 * @param predicate what only the entries of this list are
 * @throws ServiceError('unexpected') if there is none, or more than one
 */
export function findList(body: unknown, predicate: (entry: JsonRecord) => boolean): FoundList {
  if (Array.isArray(body)) return { entries: body, around: [], envelope: 'bare' };
  if (!isRecord(body)) throw new ServiceError('unexpected', 'the answer is no list');
  const found = arraysIn(body, { path: [], around: [] });
  const filled = found.filter(({ entries }) => entries.length > 0);
  const tests = [predicate, (entry: JsonRecord) => idOf(entry.id) !== undefined, () => true];
  for (const test of tests) {
    const [one, ...others] = filled.filter(({ entries }) =>
      entries.some((entry) => isRecord(entry) && test(entry)),
    );
    if (one && others.length === 0) return one;
    if (one) break;
  }
  const empty = found.find(({ envelope }) => !/error|warning|message/i.test(envelope));
  if (empty?.entries.length === 0 && filled.length === 0) return empty;
  throw new ServiceError(
    'unexpected',
    filled.length > 1 ? 'the answer has several lists' : 'the answer has no list',
  );
}

function arraysIn(
  record: JsonRecord,
  { path, around }: { path: string[]; around: JsonRecord[] },
): FoundList[] {
  const within = [record, ...around];
  const named = Object.entries(record).map(([key, value]) => ({ path: [...path, key], value }));
  const here = named.flatMap(({ path: own, value }) =>
    Array.isArray(value) ? [{ entries: value, around: within, envelope: own.join('.') }] : [],
  );
  const deeper = named.flatMap(({ path: own, value }) =>
    isRecord(value) && own.length < MAX_LEVELS ? arraysIn(value, { path: own, around: within }) : [],
  );
  return [...here, ...deeper];
}
