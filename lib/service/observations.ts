import 'server-only';
import { cutText } from '@/lib/core/text';

/** One observed behaviour of the service where the interface leaves it open, for the admin. */
export type Observation = {
  /** For example `list.envelope`, `list.paging`, `token.lifetime`, `error.body`. */
  subject: string;
  /** For example `data.leads`, `nextCursor`, `expires_in`. */
  value: string;
  firstAt: Date;
  lastAt: Date;
};

export type Observations = {
  note(subject: string, value: string, at: Date): void;
  /** Copies, by subject and then by first occurrence. */
  list(): Observation[];
};

/** Bounds the memory if a service keeps answering in new ways. */
const MAX_OBSERVATIONS = 200;
const MAX_VALUE_LENGTH = 200;

/** An in-memory record of how the service answers. */
export function createObservations(): Observations {
  const seen = new Map<string, Observation>();
  return {
    note(subject, value, at) {
      const short = cutText(value, MAX_VALUE_LENGTH);
      const key = JSON.stringify([subject, short]);
      const known = seen.get(key);
      if (known) known.lastAt = at;
      else if (seen.size < MAX_OBSERVATIONS)
        seen.set(key, { subject, value: short, firstAt: at, lastAt: at });
    },
    list: () =>
      [...seen.values()]
        .map((observation) => ({ ...observation }))
        .toSorted((a, b) => (a.subject < b.subject ? -1 : Number(a.subject > b.subject))),
  };
}
