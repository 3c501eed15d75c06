import { pageAddress } from '@/lib/core/address';
import type { StatusTexts } from '@/lib/core/default-labels';
import type { Moment } from '@/lib/core/formats';
import type { StatusLabel, Tone } from '@/lib/core/status-labels';
import type { FieldRole } from '@/lib/forms/field-roles';
import type { Locale, TextLanguage } from '@/lib/i18n/locales';
import type { FieldsPart } from '../query';

/** The address of one part of the page: one page of the history, one field, the texts in one language. */
export function fieldsAddress(
  part: FieldsPart,
  { page = 1, texts, field }: { page?: number; texts?: TextLanguage; field?: string } = {},
): string {
  const values = {
    part: part === 'fields' ? undefined : part,
    texts: texts?.isDefault ? undefined : texts?.locale,
    field,
  };
  return pageAddress('/admin/fields', values, page);
}

/** The view models of the form page: every text is ready. */

/** A field of the portal as a row of the table. */
export type FieldRowView = {
  id: string;
  label: string;
  /** Only if it differs from the shown one. */
  portalLabel?: string;
  /** What it asks for, and how many options it offers. */
  type: string[];
  /** Whether it must be answered, and where it is asked for unless that is everywhere. */
  form: string[];
  /** The admins' overrides; empty without any. */
  overrides: { tone: Tone; label: string }[];
  /** Notes for the admin: not understood, or an override without effect. */
  notes: string[];
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** False for a field that this desk fills in itself. */
  isOpen: boolean;
};

/** Overrides for a field that the portal no longer has. */
export type GoneFieldView = { id: string; label: string; overrides: { tone: Tone; label: string }[] };

/** One field with all its details. */
export type FieldView = FieldRowView & {
  facts: { term: string; lines: string[] }[];
  /** The values of the inputs. */
  display: { label: string; help: string; group: string; role: FieldRole | ''; hidden: boolean };
  /** The choices of "Used as". */
  roles: { value: FieldRole | ''; label: string }[];
  /** The placeholders of empty inputs. */
  portal: { label: string; help: string };
  isRequired: boolean;
  groups: string[];
  count: number;
  hasOwn: boolean;
  shown: string;
};

/** One version in the history of the form. */
export type VersionView = {
  version: string;
  firstSeen: Moment;
  isInForce: boolean;
  lines: string[];
};

/** One status with all that admins say about it. */
export type StatusView = {
  status: string;
  /** The vendor's value, made visible if empty. */
  raw: string;
  /** As the admin sees it elsewhere. */
  word: Omit<StatusLabel, 'known'>;
  leads: string;
  /** From 1. */
  place: number;
  tone: Tone | '';
  usualTone: Tone;
  /** By language: the admins' own texts, and what people read without each. */
  texts: { [locale in Locale]?: { own: StatusTexts; usual: StatusTexts } };
  /** The own color and the versions of the own texts, for the form to send back. */
  shown: string;
};
