import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText, foldText } from '@/lib/core/text';
import type { TimelineDetail } from '@/lib/db/schema/timeline';
import { sameAnswer } from '@/lib/forms/answers';
import { readAnswer } from '@/lib/forms/from-lead';
import type { FieldLabel, LabelOf } from '@/lib/lead-schema/labels';
import { canonicalJson } from '@/lib/service/wire/canonical';

type LeadRecord = { standard: Record<string, unknown>; custom: Record<string, unknown> };

type ChangedField = NonNullable<TimelineDetail['fields']>[number];

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

/** The fields in which two snapshots of a lead differ, as text for the timeline. */
export function changedFields({
  before,
  after,
  labelOf,
}: {
  before: LeadRecord;
  after: LeadRecord;
  labelOf: LabelOf;
}): ChangedField[] {
  return [
    ...differences(before.standard, { after: after.standard, labelOf }),
    ...differences(before.custom, { after: after.custom, labelOf }),
  ].filter(({ id }) => !NOT_TOLD.has(id));
}

function differences(
  before: Record<string, unknown>,
  { after, labelOf }: { after: Record<string, unknown>; labelOf: LabelOf },
): ChangedField[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].flatMap((id) => {
    // A field may be called `constructor`: only own properties count.
    const [was, is] = [getOwn(before, id), getOwn(after, id)];
    const { field, ...label } = labelOf(id);
    if (isSameValue(field, was, is)) return [];
    const [from, to] = [textsOf(field, was), textsOf(field, is)];
    return {
      id,
      ...label,
      from: toText(from),
      to: toText(to),
      ...((Array.isArray(was) || from.length > 1) && { fromValues: toValues(from) }),
      ...((Array.isArray(is) || to.length > 1) && { toValues: toValues(to) }),
    };
  });
}

/**
 * Whether two values of a field are one as its kind reads them: a service may write a value in several ways, and change
 * case and blanks itself.
 */
export function isSameValue(field: FieldLabel['field'], one: unknown, other: unknown): boolean {
  // PostgreSQL returns an object's keys in its own order.
  if (canonicalJson(one ?? null) === canonicalJson(other ?? null)) return true;
  const [texts, others] = [textsOf(field, one), textsOf(field, other)];
  if (texts.length !== others.length) return false;
  if (sameAnswer(texts[0], others[0]) && texts.length < 2) return true;
  return canonicalJson(texts.map(foldText).toSorted()) === canonicalJson(others.map(foldText).toSorted());
}

/** A value as the field's kind reads it; several of a list. */
function textsOf(field: FieldLabel['field'] = { kind: 'text' }, value: unknown): string[] {
  return [value].flat(Infinity).flatMap((one) => [readAnswer(field, one) ?? []].flat().map(String));
}

const toText = (texts: readonly string[]) => cutText(texts.join(', '), MAX_LENGTH);

const toValues = (texts: readonly string[]) =>
  texts.slice(0, MAX_VALUES).map((text) => cutText(text, MAX_LENGTH));
