import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText } from '@/lib/core/text';
import type { Field, FieldKind, FieldOption, SchemaNote } from '@/lib/forms/field';
import { kindOfType, sentTypeOf, takesSeveral } from './field-type';
import { type PicklistReading, readPicklist } from './picklist';
import { firstOwn, flagOf, type JsonRecord } from './value';

export type KindReading = {
  kind: FieldKind;
  sentType: string;
  options?: FieldOption[];
  notes: Omit<SchemaNote, 'fieldId'>[];
  /** The shape of its options; '' without any. */
  shape: string;
};

/**
 * The kinds of standard fields by section 2.1 of the interface, each followed by compatible, more specific
 * kinds. A vaguer or different type (`string` for the e-mail address) does not change what a standard field
 * is.
 */
const DOCUMENTED_KINDS = new Map<string, readonly [FieldKind, ...FieldKind[]]>([
  ['email', ['email']],
  ['value', ['number', 'currency', 'percent', 'integer']],
  ['createdAt', ['date-time', 'date']],
  ['updatedAt', ['date-time', 'date']],
]);

const SEVERAL_FLAGS = ['multiple', 'multi', 'isMulti', 'multiSelect', 'multiselect', 'allowMultiple'];

/**
 * The kind of a schema entry. Options mean a picklist, whatever the type; a picklist without readable options
 * becomes a plain text field, so that the form stays usable, and is noted.
 */
export function readKind(entry: JsonRecord, field: Pick<Field, 'id' | 'placement'>): KindReading {
  const sentType = sentTypeOf(getOwn(entry, 'type'));
  const typed = kindOfType(sentType);
  const picklist = readPicklist(entry);
  const found = { sentType, shape: picklist.shape };
  if (picklist.options.length > 0) {
    const several = takesSeveral(sentType) || flagOf(firstOwn(entry, SEVERAL_FLAGS)) === true;
    const kind = several ? 'multi-picklist' : 'picklist';
    return { ...found, kind, options: picklist.options, notes: unreadableNotes(picklist) };
  }
  if (typed === 'picklist' || typed === 'multi-picklist') {
    const detail = `type ${JSON.stringify(sentType)} without a readable list of options`;
    return { ...found, kind: 'text', notes: [{ code: 'options-unreadable', detail }] };
  }
  const kind = documentedKind(field, typed) ?? typed ?? 'text';
  return { ...found, kind, notes: [...unknownTypeNotes(typed, sentType), ...unreadableNotes(picklist)] };
}

function documentedKind(
  { id, placement }: Pick<Field, 'id' | 'placement'>,
  typed: FieldKind | undefined,
): FieldKind | undefined {
  const documented = placement === 'standard' ? DOCUMENTED_KINDS.get(id) : undefined;
  return documented?.find((kind) => kind === typed) ?? documented?.[0];
}

function unknownTypeNotes(typed: FieldKind | undefined, sentType: string): KindReading['notes'] {
  if (typed) return [];
  const detail = sentType === '' ? 'no type was sent' : `type ${JSON.stringify(cutText(sentType, 100))}`;
  return [{ code: 'unknown-type', detail }];
}

function unreadableNotes({ unreadable }: PicklistReading): KindReading['notes'] {
  if (unreadable === 0) return [];
  return [{ code: 'options-unreadable', detail: `${unreadable} of its options could not be read` }];
}
