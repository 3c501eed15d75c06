import type { Span } from '../../support/invariants/pace';
import type { Edit } from '../../support/invariants/truth/edits';
import type { Deletion, LeadLook, StatusChange } from '../../support/invariants/truth/leads';
import type { Sighting } from '../../support/invariants/truth/submissions';
import type { PersonName } from './plan';

/** A submission that an answer called saved, and by whom it can be looked at. */
export type Saved = { submissionId: string; marker: string; person: PersonName };

/** What the people and the vendor of a run did and saw, as it happened. All times are epoch milliseconds. */
export type Journal = {
  saved: Saved[];
  sightings: Sighting[];
  edits: Edit[];
  looks: LeadLook[];
  changes: StatusChange[];
  deletions: Deletion[];
  /** When connections were slow or processes not themselves: no time to judge how fast calls follow each other. */
  blurred: Span[];
  /** Starts of a process after which it neither ended nor was ever ready: nobody would start it again. */
  stuck: string[];
  /** How often each command was carried out, left out, or met something it did not expect. */
  counts: Map<string, number>;
  /** What a command met that nobody foresaw: a fault of the model, or of the desk. */
  surprises: string[];
};

export function newJournal(): Journal {
  return {
    ...{ saved: [], sightings: [], edits: [], looks: [], changes: [], deletions: [] },
    ...{ blurred: [], stuck: [], counts: new Map(), surprises: [] },
  };
}

export function count(journal: Journal, what: string): void {
  journal.counts.set(what, (journal.counts.get(what) ?? 0) + 1);
}
