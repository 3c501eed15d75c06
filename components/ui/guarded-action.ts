import { unstable_rethrow } from 'next/navigation';

type Action<State> = (state: State, data: FormData) => Promise<State>;

/**
 * The action, with a lost connection or a failing server turned into a state of its form, so that what was
 * typed stays on the screen (requirement F12). A redirect is no failure and passes.
 *
 * @param toFailed gets the code of the server's log line, if it was the server that failed
 *
 * On the server the action goes bare: React writes its address into the form for browsers without scripts.
 */
export function guarded<State>(
  action: Action<State>,
  toFailed: (state: State, code: string | undefined, data: FormData) => State,
): Action<State> {
  if (typeof window === 'undefined') return action;
  return async (state, data) => {
    try {
      return await action(state, data);
    } catch (error) {
      unstable_rethrow(error);
      return toFailed(state, codeOf(error), data);
    }
  };
}

/** A lost connection has none. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('digest' in error)) return undefined;
  return typeof error.digest === 'string' ? error.digest : undefined;
}
