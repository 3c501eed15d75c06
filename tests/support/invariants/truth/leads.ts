/** One view of a lead's page. `status` and `confirmedAt` as the page shows them. Times are epoch milliseconds. */
export type LeadViewing = { leadId: string; from: number; to: number } & (
  | { shown: 'status'; status: string; confirmedAt: number }
  | { shown: 'deleted' | 'missing' }
);

/** The vendor gave a lead this status at some moment of the span; the first one is its creation. */
export type StatusChange = { leadId: string; status: string; from: number; to: number };

export type Deletion = { leadId: string; from: number };

type Facts = {
  viewings: readonly LeadViewing[];
  changes: readonly StatusChange[];
  deletions: readonly Deletion[];
  /** When a page first said that a submission was accepted as this lead. */
  promised: readonly { leadId: string; at: number }[];
};

/** How long after its start a read may have reached the service: queueing, a token, and the timeout. */
const MAX_READ_MS = 20_000;
/** The page shows its times in whole steps of this. */
const STEP_MS = 1_000;

/** Compares each lead's page with the service's state when last confirmed. One sentence per contradiction. */
export function judgeViewings({ viewings, changes, deletions, promised }: Facts): string[] {
  return viewings.flatMap((viewing) => {
    const deletion = deletions.find(({ leadId }) => leadId === viewing.leadId);
    const lie = lieOf(viewing, {
      changes: changes.filter(({ leadId }) => leadId === viewing.leadId),
      isDeleted: deletion !== undefined && deletion.from <= viewing.to,
      isPromised: promised.some(({ leadId, at }) => leadId === viewing.leadId && at < viewing.from),
    });
    return lie ? [`lead ${viewing.leadId} at ${new Date(viewing.to).toISOString()}: ${lie}`] : [];
  });
}

type Known = { changes: readonly StatusChange[]; isDeleted: boolean; isPromised: boolean };

function lieOf(viewing: LeadViewing, { changes, isDeleted, isPromised }: Known): string | undefined {
  switch (viewing.shown) {
    case 'deleted':
      return isDeleted ? undefined : 'shown as deleted, and the vendor had not deleted it';
    case 'missing':
      return isPromised && !isDeleted ? 'was shown as accepted, and its page is not there' : undefined;
    case 'status': {
      const read = {
        from: viewing.confirmedAt - STEP_MS,
        to: Math.min(viewing.to, viewing.confirmedAt + MAX_READ_MS),
      };
      const held = changes.some((change, index) => {
        const until = changes[index + 1]?.to ?? Number.POSITIVE_INFINITY;
        return change.status === viewing.status && change.from <= read.to && until >= read.from;
      });
      const confirmed = new Date(viewing.confirmedAt).toISOString();
      return held
        ? undefined
        : `shown as ${viewing.status}, confirmed at ${confirmed}; the service did not hold that then`;
    }
  }
}
