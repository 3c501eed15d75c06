/** One view of a lead's page. `status` and `confirmedAt` as the page shows them. Times are epoch milliseconds. */
export type LeadLook = { leadId: string; from: number; to: number } & (
  | { shown: 'status'; status: string; confirmedAt: number }
  | { shown: 'deleted' | 'missing' }
);

/** The vendor gave a lead this status at some moment of the span; the first one is its creation. */
export type StatusChange = { leadId: string; status: string; from: number; to: number };

export type Deletion = { leadId: string; from: number };

type Facts = {
  looks: readonly LeadLook[];
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
export function judgeLooks({ looks, changes, deletions, promised }: Facts): string[] {
  return looks.flatMap((look) => {
    const deletion = deletions.find(({ leadId }) => leadId === look.leadId);
    const lie = lieOf(look, {
      changes: changes.filter(({ leadId }) => leadId === look.leadId),
      isDeleted: deletion !== undefined && deletion.from <= look.to,
      isPromised: promised.some(({ leadId, at }) => leadId === look.leadId && at < look.from),
    });
    return lie ? [`lead ${look.leadId} at ${new Date(look.to).toISOString()}: ${lie}`] : [];
  });
}

type Known = { changes: readonly StatusChange[]; isDeleted: boolean; isPromised: boolean };

function lieOf(look: LeadLook, { changes, isDeleted, isPromised }: Known): string | undefined {
  switch (look.shown) {
    case 'deleted':
      return isDeleted ? undefined : 'shown as deleted, and the vendor had not deleted it';
    case 'missing':
      return isPromised && !isDeleted ? 'was shown as accepted, and its page is not there' : undefined;
    case 'status': {
      const read = {
        from: look.confirmedAt - STEP_MS,
        to: Math.min(look.to, look.confirmedAt + MAX_READ_MS),
      };
      const held = changes.some((change, index) => {
        const until = changes[index + 1]?.to ?? Number.POSITIVE_INFINITY;
        return change.status === look.status && change.from <= read.to && until >= read.from;
      });
      const confirmed = new Date(look.confirmedAt).toISOString();
      return held
        ? undefined
        : `shown as ${look.status}, confirmed at ${confirmed}; the service did not hold that then`;
    }
  }
}
