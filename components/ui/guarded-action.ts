import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { digestOf } from '@/lib/core/error-digest';

type Action<State> = (state: State, data: FormData) => Promise<State>;

/**
 * The action, with a lost connection or a server error turned into a form state, so that the input stays on
 * screen (requirement F12). Redirects pass through.
 *
 * @param toFailed gets the code of the server's log line for a server error; `isUnsent`: the page is of an earlier version
 *   of the desk, whose actions the server does not have any more, so nothing was done
 * @param refuse answers in place of the action what need not be sent, for example a file over its limit
 *
 * On the server the action is passed unwrapped: React writes its address into the form for browsers without
 * scripts.
 */
export function guarded<State>(
  action: Action<State>,
  toFailed: (state: State, code: string | undefined, data: FormData, isUnsent: boolean) => State,
  refuse?: (state: State, data: FormData) => State | undefined,
): Action<State> {
  if (typeof window === 'undefined') return action;
  return async (state, data) => {
    const refused = refuse?.(state, data);
    if (refused !== undefined) return refused;
    try {
      return await action(state, data);
    } catch (error) {
      unstable_rethrow(error);
      return toFailed(state, digestOf(error), data, unstable_isUnrecognizedActionError(error));
    }
  };
}
