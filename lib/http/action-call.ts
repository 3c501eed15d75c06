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
