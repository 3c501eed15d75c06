import 'server-only';

/** The longest body of a form, an action or a sign-in, in bytes. Deliveries have a cap of their own. */
const MAX_BYTES = 1024 * 1024;

/** Where a file of people comes in, of 5 MiB at most, and the form around it. */
const MAX_BYTES_BY_PATH = new Map([['/admin/people/import', 6 * 1024 * 1024]]);

/**
 * The status that refuses a body before a byte of it is read; undefined if it may come. A body that does not
 * say how long it is could be endless: every browser says it.
 */
export function refusesBody(headers: Headers, path: string): 411 | 413 | undefined {
  if (headers.has('transfer-encoding')) return 411;
  const most = MAX_BYTES_BY_PATH.get(path) ?? MAX_BYTES;
  return Number(headers.get('content-length') ?? 0) <= most ? undefined : 413;
}
