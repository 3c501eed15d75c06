import 'server-only';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { writeAudit } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { viewAs } from '@/lib/db/schema/view-as';
import { enqueue } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import {
  isAgentOfMembership,
  isOrganizationOfMembership,
  type Membership,
  PERSON,
  type SignedIn,
  toSignedIn,
} from './signed-in';
import { endViews } from './views';

/** The topic of the job that ends a view whose time is up; its key is the view's id. */
export const VIEW_END = 'view-as.end';

/** How long an admin sees the desk as a person. */
export const VIEW_MS = 30 * 60_000;

/** What decides who may be seen: `DEMO` and `ADMIN_EMAILS`. */
type Rules = { demo: boolean; adminEmails: readonly string[] };

/** The desk as an admin sees it for a while. */
export type View = {
  /** The person as every query receives them, in the admin's session, and never an admin. */
  viewer: SignedIn & { membership: Membership; viewedBy: string };
  startedAt: Date;
  expiresAt: Date;
};

export type Started = 'done' | 'unknown' | 'yourself' | 'admin' | 'disabled' | 'nothing-to-see';

/** From now on, and for half an hour, this session of an admin sees the desk as another person. */
export async function startView(
  db: Db,
  task: { by: SignedIn; personId: string; reason: string; now: Date } & Rules,
): Promise<Started> {
  const { by, personId, reason, now, ...rules } = task;
  if (personId === by.personId) return 'yourself';
  return db.transaction(async (tx) => {
    const person = await findSeen(tx, { by, personId, ...rules });
    if (typeof person === 'string') return person;
    const { sessionId, personId: adminId, email } = by;
    await endViews(tx, { of: { sessionId }, how: 'stopped', now });
    const id = newId('viewAs');
    const expiresAt = new Date(now.getTime() + VIEW_MS);
    await tx.insert(viewAs).values({ id, adminId, sessionId, personId, reason, startedAt: now, expiresAt });
    // The log shows the reason from the row above, so that it stands in one place.
    const entry = { event: 'people.view-started', subject: person.email, at: now } as const;
    await writeAudit(tx, { ...entry, by: { personId: adminId, email } });
    await enqueue(tx, { topic: VIEW_END, key: id, runAt: expiresAt });
    return 'done';
  });
}

/**
 * What this session sees now instead of the admin's own desk; undefined if it is the admin's own. Read from the
 * database on each request: what an admin may no longer see ends at once.
 */
export async function findView(
  db: Db,
  { by, now, ...rules }: { by: SignedIn; now: Date } & Rules,
): Promise<View | undefined> {
  if (!by.isAdmin) return undefined;
  const [view] = await db
    .select()
    .from(viewAs)
    .where(
      and(
        eq(viewAs.sessionId, by.sessionId),
        eq(viewAs.adminId, by.personId),
        isNull(viewAs.endedAt),
        gt(viewAs.expiresAt, now),
      ),
    );
  if (!view) return undefined;
  const viewer = await findSeen(db, { by, personId: view.personId, ...rules });
  return typeof viewer === 'string'
    ? undefined
    : { viewer, startedAt: view.startedAt, expiresAt: view.expiresAt };
}

/** The person as the admin may see them, or why not. Admins are not seen: their desk is more than leads. */
async function findSeen(
  db: Db,
  { by, personId, demo, adminEmails }: { by: SignedIn; personId: string } & Rules,
): Promise<View['viewer'] | Exclude<Started, 'done' | 'yourself'>> {
  const [row] = await db
    .select({ ...PERSON, disabledAt: people.disabledAt })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, isOrganizationOfMembership)
    .leftJoin(agents, isAgentOfMembership)
    .where(eq(people.id, personId));
  if (!row || (row.isDemo && !demo)) return 'unknown';
  const { disabledAt, ...rest } = row;
  if (disabledAt) return 'disabled';
  const { sessionId, signedInAt } = by;
  const person = toSignedIn({ ...rest, sessionId, signedInAt }, adminEmails);
  if (person.isAdmin) return 'admin';
  const { membership } = person;
  return membership ? { ...person, membership, viewedBy: by.personId } : 'nothing-to-see';
}

/** Ends a view whose time is up. One that was ended before stays as it is. */
export async function endExpiredView(
  db: Db,
  { job, now }: { job: ClaimedJob; now: Date },
): Promise<JobOutcome> {
  await db.transaction((tx) => endViews(tx, { of: { viewId: job.key }, how: 'expired', now }));
  return DONE;
}
