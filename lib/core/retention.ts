/**
 * How long the desk keeps what it no longer needs, in days. Admins choose at `/admin/retention`. Leads, submissions and
 * receipts are not among it: the list, and proof of what was submitted, need them.
 */
export const RETENTION_KINDS = ['drafts', 'imports', 'notices', 'history', 'audit'] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];

/**
 * What can be chosen. The history of webhooks and comparisons has to reach further back than a problem is noticed; the
 * audit log at least a year, which the database enforces, too.
 */
export const RETENTION_CHOICES = {
  drafts: [14, 30, 60, 90, 180],
  imports: [14, 30, 60, 90, 180],
  notices: [30, 90, 180, 365],
  history: [30, 90, 180, 365],
  audit: [365, 730, 1095, 1825, 3650, 'forever'],
} as const satisfies Record<RetentionKind, readonly (number | 'forever')[]>;

/** How long each kind is retained: days; `forever` is never deleted. */
export type Retention = { [Kind in RetentionKind]: (typeof RETENTION_CHOICES)[Kind][number] };

export type RetentionTime = Retention[RetentionKind];

/** Until an admin chooses. */
export const USUAL_RETENTION: Retention = {
  drafts: 60,
  imports: 60,
  notices: 90,
  history: 90,
  audit: 'forever',
};

/** Whether rows are deleted after `next` that `before` still keeps. */
export function isShorter(next: RetentionTime, before: RetentionTime): boolean {
  return next !== 'forever' && (before === 'forever' || next < before);
}

const DAY_MS = 24 * 3_600_000;

/** What is older is deleted; undefined if nothing is. */
export function oldestRetained(time: RetentionTime, now: Date): Date | undefined {
  return time === 'forever' ? undefined : new Date(now.getTime() - time * DAY_MS);
}

/** When what was last changed `at` this time is deleted. */
export function expiresAt(days: number, at: Date): Date {
  return new Date(at.getTime() + days * DAY_MS);
}
