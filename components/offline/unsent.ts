import type { FormModel } from '@/lib/forms/form-model';
import type { LeadFormState } from '@/lib/forms/state';

/** A form that could not be sent, because the desk was not reached. */
export type Unsent = {
  data: FormData;
  model: FormModel;
  /** The key of the tab's own draft of it. */
  draftKey: string;
};

type Keeper = (unsent: Unsent) => Promise<LeadFormState | undefined>;

let keeper: Keeper | undefined;

/** Whoever keeps such forms on this device; nobody, unless its person allowed it. */
export function setKeeper(next: Keeper | undefined): void {
  keeper = next;
}

/** Keeps it, and leaves the page, or asks first. Undefined if nothing is cached on this device. */
export async function keepUnsent(unsent: Unsent): Promise<LeadFormState | undefined> {
  return await keeper?.(unsent);
}
