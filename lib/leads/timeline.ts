import 'server-only';
import { and, desc, eq, or } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/leads';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { readFieldsOverTime, toTimelineChanges } from './timeline-changes';
import type { Actor, TimelineEntry } from './view';
import { entriesVisibleTo } from './visible-to';

/** The limit of entries shown; longer histories can be read in the portal. */
const MAX_ENTRIES = 200;

/**
 * The history of a lead while it was the viewer's, newest first, including that of the submission it came
 * from if that is the viewer's.
 */
export async function listTimeline(
  db: Db,
  viewer: Viewer,
  { leadId, submissionId }: { leadId: string; submissionId?: string },
): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      id: timeline.id,
      at: timeline.at,
      kind: timeline.kind,
      person: people.name,
      detail: timeline.detail,
    })
    .from(timeline)
    .leftJoin(people, eq(people.id, timeline.personId))
    .leftJoin(submissions, eq(submissions.id, timeline.submissionId))
    .where(
      and(
        or(eq(timeline.leadId, leadId), submissionId ? eq(timeline.submissionId, submissionId) : undefined),
        entriesVisibleTo(viewer),
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(MAX_ENTRIES);
  const fieldAt = await readFieldsOverTime(db);
  const ours = rows.some((row) => row.kind === 'accepted');
  return (
    rows
      .filter((row, index) => !isDuplicate(row, rows[index - 1]))
      // A lead submitted here is first seen when it is accepted; the mirror's own entry adds nothing.
      .filter((row) => !(ours && row.kind === 'first-seen'))
      .map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        kind: row.kind,
        actor: actorOf(row),
        changes: toTimelineChanges(row.detail, row.at, fieldAt),
        message: row.detail.message,
      }))
  );
}

/** A move between two agents of one organization has an entry for each of them; a manager sees both. */
function isDuplicate(row: MoveEntry, later: MoveEntry | undefined): boolean {
  return row.kind === 'reassigned' && later?.kind === row.kind && later.at.getTime() === row.at.getTime();
}

type MoveEntry = { kind: string; at: Date };

function actorOf({ kind, person }: { kind: string; person: string | null }): Actor {
  // The person submitted; the portal accepted or refused.
  if (kind === 'accepted' || kind === 'refused') return { by: 'portal' };
  return person ? { by: 'person', name: person } : { by: 'portal' };
}
