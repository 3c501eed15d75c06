import type { FormModel } from '@/lib/forms/form-model';

/** A form that could not be sent, because the desk was not reached. */
export type Unsent = {
  data: FormData;
  model: FormModel;
  /** Ends the tab's own draft of it. */
  endDraft: () => void;
};

type Keeper = (unsent: Unsent) => Promise<boolean>;

let keeper: Keeper | undefined;

/** Whoever keeps such forms on this device; nobody, unless its person allowed it. */
export function setKeeper(next: Keeper | undefined): void {
  keeper = next;
}

/** Keeps it, and leaves the page. False if nothing is kept on this device. */
export async function keepUnsent(unsent: Unsent): Promise<boolean> {
  return (await keeper?.(unsent)) ?? false;
}
