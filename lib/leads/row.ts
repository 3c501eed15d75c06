import type { Moment } from '@/lib/core/formats';
import type { AnswerColumn, ListColumn } from '@/lib/core/preferences';
import type { StatusLabel } from '@/lib/core/status-labels';

/** A row of the list for the browser: every text is ready. */
export type RowView = {
  /** Forever the same for a lead. */
  key: string;
  /** Changes with the row's content. */
  mark: string;
  href: string;
  /** The company, else the person. */
  name: string;
  /** The person, or how to reach them. */
  detail?: string;
  /** Why it was rejected. */
  reason?: string;
  /** Leads to the form with its answers, for who may correct it. */
  correct?: { href: string; text: string; name: string };
  status: Omit<StatusLabel, 'known'>;
  /** "waiting time: 20 days, usually 1.8 days" */
  waiting?: string;
  /** Says that there are unread notices of it. */
  unread?: string;
  value?: string;
  agent?: string;
  changed: Moment;
  submitted: Moment & { day: string };
} & Partial<Record<AnswerColumn, string>>;

/** The lead itself always comes first. */
export type Column = 'name' | ListColumn;
