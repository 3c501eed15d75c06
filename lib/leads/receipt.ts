import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import type { ReceiptView } from './view';
import { submissionsVisibleTo } from './visible-to';

/**
 * The receipt of an accepted submission, by its lead or its own id. It belongs to the person who submitted: a later
 * owner of the lead must not see it.
 */
export async function findReceipt(
  db: Db,
  viewer: Viewer,
  by: { leadId: string } | { submissionId: string },
): Promise<ReceiptView | undefined> {
  const [row] = await db
    .select({
      submissionId: submissions.id,
      number: submissions.leadId,
      submittedAt: submissions.createdAt,
      submittedBy: people.name,
      attemptLog: submissions.attemptLog,
      acceptedAt: submissions.completedAt,
      acceptedBy: submissions.acceptedBy,
      portalCreatedAt: leads.portalCreatedAt,
    })
    .from(submissions)
    .innerJoin(people, eq(people.id, submissions.personId))
    .leftJoin(leads, eq(leads.id, submissions.leadId))
    .where(
      and(
        'leadId' in by ? eq(submissions.leadId, by.leadId) : eq(submissions.id, by.submissionId),
        eq(submissions.state, 'accepted'),
        submissionsVisibleTo(viewer),
      ),
    );
  if (!row?.acceptedAt || row.number === null) return undefined;
  return {
    submissionId: row.submissionId,
    submittedAt: row.submittedAt.toISOString(),
    submittedBy: row.submittedBy,
    sent: row.attemptLog.map(({ at, status }) => ({ at, answered: status })),
    acceptedAt: row.acceptedAt.toISOString(),
    acceptedBy: row.acceptedBy ?? 'response',
    number: row.number,
    portalCreatedAt: row.portalCreatedAt?.toISOString(),
  };
}
