import 'server-only';

/** Kinds of calls, most urgent first: what a person waits for, what a webhook asks for, and the rest. */
export const CALL_CLASSES = ['create', 'refresh', 'sweep'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

/** The class and the less urgent ones. */
export function fromClass(callClass: CallClass): readonly CallClass[] {
  return CALL_CLASSES.slice(CALL_CLASSES.indexOf(callClass));
}
