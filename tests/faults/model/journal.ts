import type { Span } from '../../support/invariants/pace';
import type { Edit } from '../../support/invariants/truth/edits';
import type { Deletion, LeadViewing, StatusChange } from '../../support/invariants/truth/leads';
import type { Sighting } from '../../support/invariants/truth/submissions';
import type { PersonName } from './plan';

/** A submission that an answer called saved, and the person who can open it. */
export type Saved = { submissionId: string; marker: string; person: PersonName };

/** What the people and the vendor of a run did and saw, in order. All times are epoch milliseconds. */
export type Journal = {
  saved: Saved[];
  sightings: Sighting[];
  edits: Edit[];
  viewings: LeadViewing[];
  changes: StatusChange[];
  deletions: Deletion[];
  /** When connections or processes were disturbed: the pace of calls is not checked then. */
  blurred: Span[];
  /** Starts after which a process neither ended nor got ready: no supervisor would restart it. */
  stuck: string[];
  /** How often each command was executed, skipped, or failed unexpectedly. */
  counts: Map<string, number>;
  /** Unexpected errors of commands: a defect of the model, or of the desk. */
  surprises: string[];
};

export function newJournal(): Journal {
  return {
    saved: [],
    sightings: [],
    edits: [],
    viewings: [],
    changes: [],
    deletions: [],
    blurred: [],
    stuck: [],
    counts: new Map(),
    surprises: [],
  };
}

export function count(journal: Journal, what: string): void {
  journal.counts.set(what, (journal.counts.get(what) ?? 0) + 1);
}
