import { type Edit, judgeEdits, type PatchCall } from './truth/edits';
import { type Deletion, judgeViewings, type LeadViewing, type StatusChange } from './truth/leads';
import { type CreateCall, judgeSightings, type Sighting } from './truth/submissions';
import type { Verdict } from './verdict';

type Facts = {
  sightings: readonly Sighting[];
  viewings: readonly LeadViewing[];
  edits: readonly Edit[];
  creates: readonly CreateCall[];
  patches: readonly PatchCall[];
  changes: readonly StatusChange[];
  deletions: readonly Deletion[];
};

/** I6: what people saw was true when they saw it. */
export function judgeTruth(facts: Facts): Verdict {
  const { sightings, viewings, edits, creates, patches, changes, deletions } = facts;
  const promised = sightings.flatMap(({ shown, leadId, to }) =>
    shown === 'accepted' && leadId ? [{ leadId, at: to }] : [],
  );
  const violations = [
    ...judgeSightings(sightings, creates),
    ...judgeEdits(edits, patches),
    ...judgeViewings({ viewings, changes, deletions, promised }),
  ];
  return {
    id: 'I6',
    title: 'what was shown was true',
    counts: {
      'submission pages': sightings.length,
      'lead pages': viewings.length,
      edits: edits.length,
      untrue: violations.length,
    },
    violations,
  };
}
