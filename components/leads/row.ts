import type { Moment } from '@/components/ui/time';
import type { Tone } from '@/lib/core/status-words';
import type { Keyed } from './reconcile';

/** A row of the list for the browser: every text is ready. */
export type RowView = Keyed & {
  href: string;
  name: string;
  email: string;
  status: { label: string; tone: Tone };
  value?: string;
  agent?: string;
  submitted: Moment;
  changed: Moment;
  waiting?: string;
};

export const COLUMNS = [
  'name',
  'email',
  'status',
  'value',
  'agent',
  'submitted',
  'changed',
  'waiting',
] as const;
export type Column = (typeof COLUMNS)[number];

export type ColumnLabels = Record<Column, string>;
