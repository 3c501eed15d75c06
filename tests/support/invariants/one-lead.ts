import type { SubmissionState } from '@/lib/db/schema/submissions';
import { groupBy } from './group';
import type { Verdict } from './verdict';

type Submission = { id: string; marker: string; state: SubmissionState; leadId: string | null };

type Facts = {
  /** Every submission that the desk holds. `marker` is in its answers and in those of no other. */
  submissions: readonly Submission[];
  /** Submissions that an answer to an agent called saved. */
  saved: readonly { submissionId: string; marker: string }[];
  /** Every lead the service ever stored for the desk, including those deleted by the vendor since. */
  created: readonly { leadId: string; marker: string }[];
};

/** I2: each submission has exactly one lead in the service, or waits for a person; none that was accepted is lost. */
export function judgeOneLead({ submissions, saved, created }: Facts): Verdict {
  const leadsOf = groupBy(created, ({ marker }) => marker);
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const known = new Set(submissions.map(({ marker }) => marker));
  const of = (state: SubmissionState) => submissions.filter((submission) => submission.state === state);
  const leadIds = (marker: string) => (leadsOf.get(marker) ?? []).map(({ leadId }) => leadId);

  const doubled = of('accepted').filter(({ marker }) => leadIds(marker).length > 1);
  const unmade = of('accepted').filter(({ marker, leadId }) => !leadId || !leadIds(marker).includes(leadId));
  const mistaken = of('refused').filter(({ marker }) => leadIds(marker).length > 0);
  const unfinished = (['queued', 'sending', 'confirming'] as const).flatMap(of);
  const lost = saved.filter(({ submissionId }) => !byId.has(submissionId));
  const stray = created.filter(({ marker }) => !known.has(marker));
  const shared = [...groupBy(of('accepted'), ({ leadId }) => leadId).values()].filter(
    (claimed) => claimed.length > 1,
  );
  const named = ({ id, marker }: Submission) => `submission ${id} (${marker})`;
  return {
    id: 'I2',
    title: 'exactly one lead',
    counts: {
      submissions: submissions.length,
      accepted: of('accepted').length,
      'in review': of('review').length,
      refused: of('refused').length,
      doubled: doubled.length,
      lost: lost.length + unmade.length,
      unfinished: unfinished.length,
    },
    violations: [
      ...doubled.map(
        (one) => `${named(one)} has ${leadIds(one.marker).length} leads: ${leadIds(one.marker)}`,
      ),
      ...unmade.map(
        (one) => `${named(one)} is accepted as ${one.leadId}, which the service never made of it`,
      ),
      ...mistaken.map((one) => `${named(one)} is refused, and the service has ${leadIds(one.marker)}`),
      ...unfinished.map((one) => `${named(one)} is still ${one.state}`),
      ...lost.map(({ submissionId, marker }) => `${submissionId} (${marker}) was called saved and is gone`),
      ...stray.map(({ leadId, marker }) => `lead ${leadId} (${marker}) came of no submission that is stored`),
      ...shared.map((claimed) => `lead ${claimed[0]?.leadId} is claimed by ${claimed.map(named).join(', ')}`),
    ],
  };
}
