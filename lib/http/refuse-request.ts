import 'server-only';
import { MAX_ANSWER_FILE_BYTES, MAX_ANSWERS_BYTES, MAX_IMPORT_BYTES } from '@/lib/core/file-limits';

/** Next's action id: 42 hexadecimal digits. */
const ACTION_ID = /^[0-9a-f]{42}$/;

/** The content types of React's action calls. */
const CONTENT_TYPES = /^(?:multipart\/form-data;|text\/plain(?:;|$))/i;

/**
 * The status that refuses an action call which no script of ours makes; undefined if it is accepted. Next
 * would write unreadable input verbatim to the log, for any sender.
 */
export function refusesAction(headers: Headers): 400 | 415 | undefined {
  const action = headers.get('next-action');
  if (action === null) return undefined;
  if (!ACTION_ID.test(action)) return 400;
  return CONTENT_TYPES.test(headers.get('content-type') ?? '') ? undefined : 415;
}

/** The maximum body of a form, an action or a sign-in, in bytes. Deliveries have their own limit. */
const MAX_BYTES = 1024 * 1024;

/**
 * Where files come in: the maximum body with the form around the file, the file's own limit as its page states it, and
 * the page of its form. Those that a page's own action takes stay within the limit of actions (next.config.js).
 */
const FILES: Readonly<Record<string, { body: number; file: number; page: string }>> = {
  '/leads/import/upload': { body: MAX_IMPORT_BYTES + 100_000, file: MAX_IMPORT_BYTES, page: '/leads/import' },
  '/admin/brand/image': { body: 6 * 1024 * 1024, file: 5_000_000, page: '/admin/brand' },
  '/admin/people/import': { body: 6 * 1024 * 1024, file: 5_000_000, page: '/admin/people?view=files' },
  '/admin/fields/preview': {
    body: MAX_BYTES,
    file: MAX_ANSWER_FILE_BYTES,
    page: '/admin/fields/preview',
  },
  '/verify': { body: MAX_BYTES, file: MAX_ANSWERS_BYTES, page: '/verify' },
};

/** What a person is told of a body that was refused: the limit in bytes, and the page of the form. */
export function bodyLimitOf(path: string): { bytes: number; page: string } {
  const { file, page } = FILES[path] ?? { file: 1_000_000, page: path };
  return { bytes: file, page };
}

/**
 * The status that refuses a body before a byte of it is read; undefined if it is accepted. A body without a
 * length could be endless; every browser sends the length.
 */
export function refusesBody(headers: Headers, path: string): 411 | 413 | undefined {
  if (headers.has('transfer-encoding')) return 411;
  const maxBytes = FILES[path]?.body ?? MAX_BYTES;
  return Number(headers.get('content-length') ?? 0) <= maxBytes ? undefined : 413;
}
