import 'server-only';
import type { leads } from '@/lib/db/schema/leads';
import type { LabelOf } from '@/lib/lead-schema/labels';
import type { ServiceLead } from '@/lib/service/lead';
import { toServiceLead } from '@/lib/service/wire/lead';
import { isSameValue } from './changed-fields';

/**
 * Rows of the lead list. Only the read of one lead guarantees all its fields (interface 4): a field that a
 * list row omits is unknown, never empty. Its known value is kept, and the lead is read where it may matter.
 */

type Known = typeof leads.$inferSelect;
type LeadRecord = Known['record'];

/** What is known of the page that contains a row. */
export type ListedOn = {
  /**
   * The list omits fields, as known from reads or as its rows suggest: a new or changed lead must then be
   * read.
   */
  mayOmit: boolean;
  /**
   * The fields that some row of the page has, named as `keysOf` does, except those the list is known to omit.
   */
  carries: ReadonlySet<string>;
};

/** The fields of a record that have a value: standard ones by name, custom ones as `customFields.name`. */
export function keysOf({ standard, custom }: LeadRecord): string[] {
  const filled = (record: Record<string, unknown>) =>
    Object.keys(record).filter((key) => record[key] !== null && record[key] !== undefined);
  return [...filled(standard), ...filled(custom).map((key) => `customFields.${key}`)];
}

/** The fields that have a value in `fuller` and that `other` does not have at all. */
export function missingKeys(fuller: LeadRecord, other: LeadRecord): string[] {
  const has = new Set([
    ...Object.keys(other.standard),
    ...Object.keys(other.custom).map((key) => `customFields.${key}`),
  ]);
  return keysOf(fuller).filter((key) => !has.has(key));
}

/** The list row merged over what is known: omitted fields keep their known value. */
export function overlay(lead: ServiceLead, known: Known): ServiceLead {
  const standard = { ...known.record.standard, ...lead.standard };
  const custom = { ...known.record.custom, ...lead.custom };
  const whole = toServiceLead({ ...standard, customFields: custom }) ?? lead;
  return { ...whole, status: whole.status || known.status };
}

/**
 * Which known fields the row omits, and whether the lead must be read because of it: a new or changed lead if
 * the list may omit something, and a lead without a field it used to have while others on its page have it.
 */
export function compareListedRow(
  lead: ServiceLead,
  { known, on, labelOf }: { known?: Known; on: ListedOn; labelOf: LabelOf },
): { needsRead: boolean; omittedFields: string[] } {
  if (!known) return { needsRead: on.mayOmit, omittedFields: [] };
  const omittedFields = missingKeys(known.record, lead);
  const isGap = omittedFields.some((key) => on.carries.has(key));
  const isChanged = !isSame(lead, { known, labelOf }) && (on.mayOmit || omittedFields.length > 0);
  return { needsRead: known.needsRead || isGap || isChanged, omittedFields };
}

function isSame(
  { updatedAt, standard, custom }: ServiceLead,
  { known: { serviceUpdatedAt, record }, labelOf }: { known: Known; labelOf: LabelOf },
): boolean {
  if (updatedAt && updatedAt.getTime() !== serviceUpdatedAt?.getTime()) return false;
  const isShown = (row: Record<string, unknown>, held: Record<string, unknown>) =>
    Object.entries(row).every(
      ([key, value]) =>
        TIMES.includes(key) ||
        (Object.hasOwn(held, key) && isSameValue(labelOf(key).field, held[key], value)),
    );
  return isShown(standard, record.standard) && isShown(custom, record.custom);
}

/** Compared as times. */
const TIMES = ['createdAt', 'updatedAt'];

/**
 * Whether values that were unknown and are read now are not a change: the lead was never read individually
 * and the list may omit fields, or the service reports an unchanged time.
 */
export function isUnread(known: Known, now: Pick<Known, 'serviceUpdatedAt'>): boolean {
  const isSameAge = now.serviceUpdatedAt?.getTime() === known.serviceUpdatedAt?.getTime();
  return known.fromList && (known.needsRead || isSameAge);
}

/** The fields of `record` that `known` has at all. */
export function sharedPart(record: LeadRecord, known: LeadRecord): LeadRecord {
  const part = (of: Record<string, unknown>, by: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of).filter(([key]) => Object.hasOwn(by, key)));
  return { standard: part(record.standard, known.standard), custom: part(record.custom, known.custom) };
}
