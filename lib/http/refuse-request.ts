import 'server-only';

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

/** The routes for files, of 10 MB or 5 MiB at most, plus the form around them. */
const MAX_BYTES_BY_PATH = new Map([
  ['/leads/import/upload', 10_100_000],
  ['/admin/brand/image', 6 * 1024 * 1024],
  ['/admin/people/import', 6 * 1024 * 1024],
]);

/**
 * The status that refuses a body before a byte of it is read; undefined if it is accepted. A body without a
 * length could be endless; every browser sends the length.
 */
export function refusesBody(headers: Headers, path: string): 411 | 413 | undefined {
  if (headers.has('transfer-encoding')) return 411;
  const maxBytes = MAX_BYTES_BY_PATH.get(path) ?? MAX_BYTES;
  return Number(headers.get('content-length') ?? 0) <= maxBytes ? undefined : 413;
}
