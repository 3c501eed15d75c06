import type { Lead } from './model';

/** The longest that reads can lag, in milliseconds. */
export const MAX_LAG_MS = 600_000;

/** A lead's state until a moment; undefined: it did not exist. */
type Former = { until: number; lead: Lead | undefined };

/** Past states of leads, for reads that lag. In memory: after a restart the history is empty. */
export class LeadHistory {
  readonly #former = new Map<string, Former[]>();

  /** Records a lead's state until now. */
  note(id: string, { lead, now }: { lead: Lead | undefined; now: number }): void {
    const kept = (this.#former.get(id) ?? []).filter(({ until }) => until > now - MAX_LAG_MS);
    this.#former.set(id, [...kept, { until: now, lead }]);
  }

  /** Whether a state of the lead was recorded after `time`. */
  hasChangedSince(id: string, time: number): boolean {
    return (this.#former.get(id) ?? []).some(({ until }) => until > time);
  }

  /** Clears the history, with a reset of the portal. */
  forget(): void {
    this.#former.clear();
  }

  /** All leads as of `time`. */
  at(time: number, present: ReadonlyMap<string, Lead>): Map<string, Lead> {
    const leads = new Map(present);
    for (const [id, former] of this.#former) {
      const then = former.find(({ until }) => until > time);
      if (then?.lead) leads.set(id, then.lead);
      else if (then) leads.delete(id);
    }
    return leads;
  }
}
