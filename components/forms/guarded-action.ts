import { unstable_rethrow } from 'next/navigation';
import type { LeadFormState } from '@/lib/forms/state';

export type LeadFormAction = (state: LeadFormState, data: FormData) => Promise<LeadFormState>;

/**
 * The action, with a lost connection or a failing server turned into a state of the form, so that what was
 * typed stays on the screen (forms F12). A redirect is no failure and passes.
 *
 * On the server the action goes bare: React writes its address into the form for browsers without scripts.
 */
export function guarded(action: LeadFormAction, message: string): LeadFormAction {
  if (typeof window === 'undefined') return action;
  return async (state, data) => {
    try {
      return await action(state, data);
    } catch (error) {
      unstable_rethrow(error);
      return { status: 'failed', values: {}, message };
    }
  };
}
