import type { SubmissionState } from '@/lib/db/schema/submissions';

/** One view of a submission's page, by any person. Times are epoch milliseconds, of the view as a whole. */
export type Sighting = {
  submissionId: string;
  marker: string;
  from: number;
  to: number;
  shown: SubmissionState | 'missing';
  /** The lead's number, where the page was read to its end. */
  leadId?: string;
};

/** One create as received by the service. `leadId` is set if it was stored, whatever the answer. */
export type CreateCall = { marker: string; at: number; status: number; leadId?: string };

/** Compares each page of a submission with what the service knew at that moment. One sentence per contradiction. */
export function judgeSightings(sightings: readonly Sighting[], creates: readonly CreateCall[]): string[] {
  return sightings.flatMap((sighting) => {
    const lie = lieOf(sighting, {
      sightings,
      creates: creates.filter(({ marker }) => marker === sighting.marker),
    });
    return lie ? [`${sighting.submissionId} (${sighting.marker}) at ${timeOf(sighting.to)}: ${lie}`] : [];
  });
}

type Context = { sightings: readonly Sighting[]; creates: readonly CreateCall[] };

function lieOf(sighting: Sighting, { sightings, creates }: Context): string | undefined {
  const { shown, leadId, from, to } = sighting;
  const stored = creates.filter((create) => create.leadId !== undefined);
  const before = sightings.filter((one) => one.submissionId === sighting.submissionId && one.to < from);
  const final = before.find((one) => isFinal(one.shown) && one.shown !== shown);
  if (final) return `shown as ${shown}, and was shown as ${final.shown} before`;
  switch (shown) {
    case 'accepted': {
      const match = stored.find(
        (create) => create.at <= to && (leadId === undefined || create.leadId === leadId),
      );
      return match
        ? undefined
        : `shown as accepted as ${leadId ?? 'some lead'}, which the service did not have`;
    }
    case 'refused': {
      const refusal = creates.find(({ status, at }) => isRefusal(status) && at <= to);
      return refusal ? undefined : 'shown as refused, and the service had not refused it';
    }
    case 'queued': {
      const made = stored.find(({ at }) => at < from);
      return made && `shown as waiting to be sent, and the service had it as ${made.leadId}`;
    }
    case 'missing':
      return 'was called saved, and its page is not there';
    case 'sending':
    case 'confirming':
    case 'review':
      return undefined;
  }
}

const isFinal = (shown: Sighting['shown']) => shown === 'accepted' || shown === 'refused';
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 403, 429].includes(status);
const timeOf = (at: number) => new Date(at).toISOString();
