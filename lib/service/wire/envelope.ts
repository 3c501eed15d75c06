import 'server-only';
import { getOwn } from '@/lib/core/own';
import { ServiceError } from '@/lib/service/error';
import { isRecord, type JsonRecord } from './value';

const LIST_KEYS = ['data', 'items', 'results', 'leads', 'subscriptions'] as const;

/** An array found in a response, and the records around it, innermost first, which may contain its paging. */
export type FoundList = { entries: unknown[]; around: JsonRecord[]; envelope: string };

/**
 * Finds the list in a response whose envelope the interface does not show (section 4): a top-level array, or
 * an array under `data`, `items`, `results`, `leads` or `subscriptions`, or one level deeper. Throws
 * ServiceError('unexpected') if there is none: "no list" must never read as "an empty list".
 */
export function findList(body: unknown): FoundList {
  if (Array.isArray(body)) return { entries: body, around: [], envelope: 'bare' };
  if (!isRecord(body)) throw new ServiceError('unexpected', 'the answer is no list');
  const direct = listIn(body);
  if (direct) return { entries: direct.entries, around: [body], envelope: direct.key };
  for (const outer of [...LIST_KEYS, ...Object.keys(body)]) {
    const inner = getOwn(body, outer);
    const found = isRecord(inner) ? listIn(inner) : undefined;
    if (isRecord(inner) && found) {
      return { entries: found.entries, around: [inner, body], envelope: `${outer}.${found.key}` };
    }
  }
  throw new ServiceError('unexpected', 'no list was found in the answer');
}

function listIn(record: JsonRecord): { key: string; entries: unknown[] } | undefined {
  for (const key of LIST_KEYS) {
    const entries = getOwn(record, key);
    if (Array.isArray(entries)) return { key, entries };
  }
  return undefined;
}
