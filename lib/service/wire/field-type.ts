import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText } from '@/lib/core/text';
import { FAMILY_OF, type Field, type FieldKind, type FieldOption, type SchemaNote } from '@/lib/forms/field';
import { KINDS } from '@/lib/forms/kinds';
import { readFlag } from '@/lib/forms/read-value';
import { type ParsedPicklist, readPicklist } from './picklist';
import { firstOwn, isRecord, type JsonRecord, textOf } from './value';

const KIND_OF = new Map<string, FieldKind>();
for (const [kind, { names }] of Object.entries(KINDS)) {
  for (const name of names.split(' ')) KIND_OF.set(name, kind as FieldKind);
}

/** Types whose values the service sets; they are not editable unless the entry says so. */
const MADE_BY_SERVICE = new Set([
  'readonly',
  'system',
  'formula',
  'calculated',
  'rollup',
  'autonumber',
  'createdtime',
  'lastmodifiedtime',
  'createdby',
  'lastmodifiedby',
]);

/** Types that mean "several of the options" only with options present. */
const SEVERAL_IF_OPTIONS = new Set(['array', 'set', 'checkbox']);

/** The type as the service sent it; '' if absent. */
export function sentTypeOf(type: unknown): string {
  // `["number", "null"]`, as in JSON schemas.
  const one = Array.isArray(type) ? type.find((each) => each !== 'null' && each !== null) : type;
  return textOf(isRecord(one) ? firstOwn(one, ['name', 'type', 'value']) : one)?.trim() ?? '';
}

/** The kind for a type name, or undefined if it is unknown. */
function kindOfType(sentType: string): FieldKind | undefined {
  return KIND_OF.get(plain(sentType));
}

/** Whether the service sets the values of this type. */
export function isMadeByService(sentType: string): boolean {
  return MADE_BY_SERVICE.has(plain(sentType));
}

/** Whether several options of a field of this type may be chosen. */
function takesSeveral(sentType: string): boolean {
  return kindOfType(sentType) === 'multi-picklist' || SEVERAL_IF_OPTIONS.has(plain(sentType));
}

function plain(sentType: string): string {
  return sentType.toLowerCase().replace(/[\s_-]/g, '');
}

export type ParsedKind = {
  kind: FieldKind;
  sentType: string;
  options?: FieldOption[];
  notes: Omit<SchemaNote, 'fieldId'>[];
};

/**
 * The kinds of standard fields by section 2.1 of the interface, each followed by compatible, more specific
 * kinds. A vaguer or different type (`string` for the email address) does not change what a standard field
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
export function readKind(entry: JsonRecord, field: Pick<Field, 'id' | 'placement'>): ParsedKind {
  const sentType = sentTypeOf(getOwn(entry, 'type'));
  const typed = kindOfType(sentType);
  const picklist = readPicklist(entry);
  if (picklist.options.length > 0) {
    const several = takesSeveral(sentType) || readFlag(firstOwn(entry, SEVERAL_FLAGS)) === true;
    const kind = several ? 'multi-picklist' : 'picklist';
    return { sentType, kind, options: picklist.options, notes: unreadableNotes(picklist) };
  }
  if (typed && FAMILY_OF[typed] === 'choice') {
    const detail = JSON.stringify(sentType);
    return { sentType, kind: 'text', notes: [{ code: 'options-unreadable', detail }] };
  }
  const kind = documentedKind(field, typed) ?? typed ?? 'text';
  return { sentType, kind, notes: [...unknownTypeNotes(typed, sentType), ...unreadableNotes(picklist)] };
}

function documentedKind(
  { id, placement }: Pick<Field, 'id' | 'placement'>,
  typed: FieldKind | undefined,
): FieldKind | undefined {
  const documented = placement === 'standard' ? DOCUMENTED_KINDS.get(id) : undefined;
  return documented?.find((kind) => kind === typed) ?? documented?.[0];
}

function unknownTypeNotes(typed: FieldKind | undefined, sentType: string): ParsedKind['notes'] {
  if (typed) return [];
  return [{ code: 'unknown-type', detail: JSON.stringify(cutText(sentType, 100)) }];
}

function unreadableNotes({ unreadable }: ParsedPicklist): ParsedKind['notes'] {
  if (unreadable === 0) return [];
  return [{ code: 'options-unreadable', detail: String(unreadable) }];
}
