import 'server-only';
import type { leads } from '@/lib/db/schema/leads';
import type { ServiceLead } from '@/lib/service/lead';
import { canonicalJson } from '@/lib/service/wire/canonical';
import { toServiceLead } from '@/lib/service/wire/lead';

/**
 * Rows of the lead list. Only the read of one lead promises all of it (interface 4): what a row of the list leaves
 * out is unknown and never empty. It stays as it was known, and where it may matter the lead is read.
 */

type Known = typeof leads.$inferSelect;
type LeadRecord = Known['record'];

/** What is known of the page that a row stands on. */
export type ListedOn = {
  /** The list leaves fields out, as was seen, or as its rows look: a lead that is new or changed is to be read. */
  mayOmit: boolean;
  /** The fields that some row of the page has, as `keysOf` names them; without those the list is known to omit. */
  carries: ReadonlySet<string>;
};

/** The fields of a record that hold something: standard ones by their name, custom ones as `customFields.name`. */
export function keysOf({ standard, custom }: LeadRecord): string[] {
  const filled = (record: Record<string, unknown>) =>
    Object.keys(record).filter((key) => record[key] !== null && record[key] !== undefined);
  return [...filled(standard), ...filled(custom).map((key) => `customFields.${key}`)];
}

/** The fields that hold something in `fuller` and that `other` does not have at all. */
export function missingKeys(fuller: LeadRecord, other: LeadRecord): string[] {
  const has = new Set([
    ...Object.keys(other.standard),
    ...Object.keys(other.custom).map((key) => `customFields.${key}`),
  ]);
  return keysOf(fuller).filter((key) => !has.has(key));
}

/** The row of the list over what is known: what it leaves out stays. */
export function overlay(lead: ServiceLead, known: Known): ServiceLead {
  const standard = { ...known.record.standard, ...lead.standard };
  const custom = { ...known.record.custom, ...lead.custom };
  const whole = toServiceLead({ ...standard, customFields: custom }) ?? lead;
  return { ...whole, status: whole.status || known.status };
}

/**
 * What the row leaves out of what is known, and whether the lead is to be read because of it: a new or changed one
 * where the list may leave something out, and one that lacks what it used to have while others on its page have it.
 */
export function compareListedRow(
  lead: ServiceLead,
  { known, on }: { known?: Known; on: ListedOn },
): { wantsRead: boolean; leftOut: string[] } {
  if (!known) return { wantsRead: on.mayOmit, leftOut: [] };
  const leftOut = missingKeys(known.record, lead);
  const isGap = leftOut.some((key) => on.carries.has(key));
  const isChanged = !isSame(lead, known) && (on.mayOmit || leftOut.length > 0);
  return { wantsRead: known.wantsRead || isGap || isChanged, leftOut };
}

function isSame({ updatedAt, standard, custom }: ServiceLead, { serviceUpdatedAt, record }: Known): boolean {
  if (updatedAt && updatedAt.getTime() !== serviceUpdatedAt?.getTime()) return false;
  const isShown = (row: Record<string, unknown>, held: Record<string, unknown>) =>
    Object.entries(row).every(
      ([key, value]) => Object.hasOwn(held, key) && canonicalJson(held[key]) === canonicalJson(value),
    );
  return isShown(standard, record.standard) && isShown(custom, record.custom);
}

/**
 * Whether what was not known of this lead and is read now is no change: it was never read by itself, and the list may
 * leave fields out, or the service says that the lead is as old as it was.
 */
export function isUnread(known: Known, now: Pick<Known, 'serviceUpdatedAt'>): boolean {
  const isSameAge = now.serviceUpdatedAt?.getTime() === known.serviceUpdatedAt?.getTime();
  return known.fromList && (known.wantsRead || isSameAge);
}

/** Of `record`, the fields that `known` has at all. */
export function sharedPart(record: LeadRecord, known: LeadRecord): LeadRecord {
  const part = (of: Record<string, unknown>, by: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of).filter(([key]) => Object.hasOwn(by, key)));
  return { standard: part(record.standard, known.standard), custom: part(record.custom, known.custom) };
}
