import type { NoticeKind } from '@/lib/db/schema/notices';
import type { Unread } from '@/lib/leads/list-view';

/** One unread notice, with what its subject is like now. */
export type UnreadNotice = {
  id: number;
  kind: NoticeKind;
  leadId: string | null;
  submissionId: string | null;
  importId: string | null;
  draftId: string | null;
  /** The lead's status; null for a submission that is no lead. */
  status: string | null;
  /** The lead's value. */
  value: number | null;
};

/** What the person reads about a lead if there are several notices of it. */
const ORDER: readonly NoticeKind[] = [
  ...(['refused', 'review', 'status-changed', 'reassigned', 'first-seen', 'accepted'] as const),
  ...(['fields-changed', 'import-finished', 'draft-expires', 'access-changed'] as const),
];

/** What tells two subjects apart. For whom the person acts is one. */
export function subjectOf(
  notice: Pick<UnreadNotice, 'leadId' | 'submissionId' | 'importId' | 'draftId'>,
): string {
  return notice.leadId ?? notice.submissionId ?? notice.importId ?? notice.draftId ?? '';
}

/** Whether it is about a lead or a submission, and not about the person's own matters. */
export function isOnLead({ leadId, submissionId }: Pick<UnreadNotice, 'leadId' | 'submissionId'>): boolean {
  return leadId !== null || submissionId !== null;
}

/** Sums up unread notices, latest first. `isCapped`: there are older ones, which are not counted. */
export function summariseUnread(
  latest: readonly UnreadNotice[],
  { isCapped }: { isCapped: boolean },
): Unread {
  const subjects = new Map<string, UnreadNotice>();
  for (const notice of latest) {
    const key = subjectOf(notice);
    const other = subjects.get(key);
    if (!other || ORDER.indexOf(notice.kind) < ORDER.indexOf(other.kind)) subjects.set(key, notice);
  }
  const ranked = [...subjects.values()];
  const statuses = new Map<string, { count: number; value: number }>();
  for (const { kind, status, value } of ranked) {
    if (kind !== 'status-changed' || status === null) continue;
    const sum = statuses.get(status) ?? { count: 0, value: 0 };
    statuses.set(status, { count: sum.count + 1, value: sum.value + (value ?? 0) });
  }
  const countOf = (...kinds: NoticeKind[]) => ranked.filter(({ kind }) => kinds.includes(kind)).length;
  const idsOf = (key: 'leadId' | 'submissionId') =>
    new Set(latest.flatMap((notice) => (notice[key] === null ? [] : [notice[key]])));
  return {
    count: subjects.size,
    ids: latest.map(({ id }) => id),
    isCapped,
    onLeads: ranked.filter(isOnLead).length,
    moved: [...statuses].map(([status, { count, value }]) => ({ status, count, value })),
    refused: countOf('refused'),
    added: countOf('first-seen'),
    reassigned: countOf('reassigned'),
    accepted: countOf('accepted'),
    review: countOf('review'),
    changed: countOf('fields-changed'),
    drafts: countOf('draft-expires'),
    access: countOf('access-changed'),
    leadIds: idsOf('leadId'),
    submissionIds: idsOf('submissionId'),
  };
}
