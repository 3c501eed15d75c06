import type { Lead } from './model';

/** The longest that reads can lag, in milliseconds. */
export const MAX_LAG_MS = 600_000;

/** What a lead was until a moment; undefined: it was not there. */
type Former = { until: number; lead: Lead | undefined };

/** How leads were a while ago, for reads that lag. Lives in memory: after a restart nothing has changed yet. */
export class LeadHistory {
  readonly #former = new Map<string, Former[]>();

  /** Notes what a lead was until now. */
  note(id: string, { lead, now }: { lead: Lead | undefined; now: number }): void {
    const kept = (this.#former.get(id) ?? []).filter(({ until }) => until > now - MAX_LAG_MS);
    this.#former.set(id, [...kept, { until: now, lead }]);
  }

  /** Whether something about the lead was noted after `time`. */
  hasChangedSince(id: string, time: number): boolean {
    return (this.#former.get(id) ?? []).some(({ until }) => until > time);
  }

  /** Begins anew, as the portal does. */
  forget(): void {
    this.#former.clear();
  }

  /** All leads as they were at `time`. */
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
