import 'server-only';

/** How Next names an action: 42 hexadecimal digits. */
const ACTION_ID = /^[0-9a-f]{42}$/;

/** What React's scripts send an action's arguments as. */
const CONTENT_TYPES = /^(?:multipart\/form-data;|text\/plain(?:;|$))/i;

/**
 * The status that refuses a call of an action which no script of ours makes; undefined if it may come. Next would write
 * what it cannot read into the log, as it stands, for everybody.
 */
export function refusesAction(headers: Headers): 400 | 415 | undefined {
  const action = headers.get('next-action');
  if (action === null) return undefined;
  if (!ACTION_ID.test(action)) return 400;
  return CONTENT_TYPES.test(headers.get('content-type') ?? '') ? undefined : 415;
}
