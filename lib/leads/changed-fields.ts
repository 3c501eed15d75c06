import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText } from '@/lib/core/text';
import type { TimelineDetail } from '@/lib/db/schema/timeline';
import type { LabelOf } from '@/lib/lead-schema/labels';
import { canonicalJson } from '@/lib/service/wire/canonical';

type LeadRecord = { standard: Record<string, unknown>; custom: Record<string, unknown> };

type ChangedField = NonNullable<TimelineDetail['fields']>[number] & { id: string };

/** These change with every change, or have a timeline entry of their own. */
const NOT_TOLD = new Set([
  'id',
  'companyId',
  'status',
  'partnerOrganizationId',
  'agentId',
  'createdAt',
  'updatedAt',
  'customFields',
]);
const MAX_LENGTH = 200;
/** The number of choices of one field that an entry keeps. */
const MAX_VALUES = 50;

/** The fields in which two readings of a lead differ, as text for the timeline. */
export function changedFields({
  before,
  after,
  labelOf,
}: {
  before: LeadRecord;
  after: LeadRecord;
  labelOf: LabelOf;
}): ChangedField[] {
  return [...differences(before.standard, after.standard), ...differences(before.custom, after.custom)]
    .filter(({ id }) => !NOT_TOLD.has(id))
    .map(({ id, from, to }) => ({
      id,
      ...labelOf(id),
      from: toText(from),
      to: toText(to),
      ...(Array.isArray(from) && { fromValues: from.slice(0, MAX_VALUES).map(toText) }),
      ...(Array.isArray(to) && { toValues: to.slice(0, MAX_VALUES).map(toText) }),
    }));
}

/** PostgreSQL returns an object's keys in its own order: that is not a change. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids]
    .map((id) => ({ id, from: own(before, id), to: own(after, id) }))
    .filter(({ from, to }) => canonicalJson(from) !== canonicalJson(to));
}

/** A field may be called `constructor`: only own properties count. Null and absent are the same. */
function own(record: Record<string, unknown>, id: string): unknown {
  return getOwn(record, id) ?? undefined;
}

function toText(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return cutText(value.map(toText).join(', '), MAX_LENGTH);
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), MAX_LENGTH);
}
