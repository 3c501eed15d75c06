import type { Moment } from '@/components/ui/time';
import type { FieldsPart } from '@/lib/admin/fields/query';
import { pageAddress } from '@/lib/core/address';
import type { Tone } from '@/lib/core/status-words';

/** The address of one part of the page. */
export function fieldsAddress(part: FieldsPart, page = 1): string {
  return pageAddress('/admin/fields', { part: part === 'fields' ? undefined : part }, page);
}

/** What the page about the form draws: every text is ready. */

/** A field of the portal as a row of the table. */
export type FieldRowView = {
  id: string;
  label: string;
  /** Where it is not the one that is shown. */
  portalLabel?: string;
  type: { kind: string; sent: string };
  form: string[];
  choices: string;
  /** What the admins set for it; empty for nothing. */
  own: { tone: Tone; label: string }[];
  /** What an admin should know: not understood, or not as it was set. */
  notes: string[];
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** False for what this desk fills in itself. */
  isOpen: boolean;
};

/** Settings of a field that the portal no longer has. */
export type GoneFieldView = { id: string; label: string; own: { tone: Tone; label: string }[] };

/** One field with everything about it. */
export type FieldView = FieldRowView & {
  facts: { term: string; lines: string[] }[];
  /** What stands in the boxes. */
  look: { label: string; help: string; group: string; hidden: boolean };
  /** Shown in the empty boxes. */
  portal: { label: string; help: string };
  isRequired: boolean;
  groups: string[];
  count: number;
  hasOwn: boolean;
  seen: string;
};

/** One version in the history of the form. */
export type VersionView = {
  version: string;
  seenAt: Moment;
  isInForce: boolean;
  lines: string[];
};

/** One status with what the admins set for it. */
export type StatusView = {
  status: string;
  /** The vendor's word, made visible where it is empty. */
  raw: string;
  word: { label: string; tone: Tone };
  isNamed: boolean;
  leads: string;
  look: { label: string; tone: Tone | '' };
  usual: { label: string; tone: Tone };
  hasOwn: boolean;
  seen: string;
};
