import 'server-only';
import type { FieldKind } from '@/lib/forms/field';
import { firstOwn, isRecord, textOf } from './value';

/**
 * Type names found in portals of this kind, by meaning. The interface names none (section 2.2), so the list
 * is generous; `_`, `-`, spaces and case are ignored.
 */
const FAMILIES = {
  text: 'text string shorttext singleline singlelinetext singletext plaintext varchar textfield input freetext str line',
  'long-text':
    'longtext textlong textarea longtextarea multiline multilinetext paragraph richtext html memo note notes',
  email: 'email emailaddress mail',
  phone: 'phone phonenumber telephone tel mobile mobilephone fax',
  url: 'url link website uri hyperlink weburl webaddress',
  number: 'number decimal double float numeric real',
  currency: 'currency money amount price monetary',
  percent: 'percent percentage',
  integer: 'integer int long bigint wholenumber smallint count',
  boolean: 'boolean bool checkbox yesno truefalse toggle switch flag booleancheckbox',
  date: 'date dateonly localdate day calendardate',
  'date-time': 'datetime timestamp dateandtime datetimelocal datetimetz instant',
  picklist:
    'picklist select dropdown dropdownlist enum enumeration choice choices singleselect singlechoice singlepicklist ' +
    'radio radiobutton radiobuttons radiogroup option options optionset list listofvalues combobox selectone',
  'multi-picklist':
    'multipicklist picklistmulti multiselect multiselectpicklist multiselectlist multiselectdropdown multiselectoptionset ' +
    'multichoice multiplechoice multienum multioptionset multilist multivalue checkboxes checkboxgroup checkboxlist ' +
    'selectmany tags',
} as const satisfies Record<FieldKind, string>;

const KIND_OF = new Map<string, FieldKind>();
for (const [kind, names] of Object.entries(FAMILIES)) {
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
  return textOf(isRecord(type) ? firstOwn(type, ['name', 'type', 'value']) : type)?.trim() ?? '';
}

/** The kind for a type name, or undefined if it is unknown. */
export function kindOfType(sentType: string): FieldKind | undefined {
  return KIND_OF.get(plain(sentType));
}

/** Whether the service sets the values of this type. */
export function isMadeByService(sentType: string): boolean {
  return MADE_BY_SERVICE.has(plain(sentType));
}

/** Whether several options of a field of this type may be chosen. */
export function takesSeveral(sentType: string): boolean {
  return kindOfType(sentType) === 'multi-picklist' || SEVERAL_IF_OPTIONS.has(plain(sentType));
}

function plain(sentType: string): string {
  return sentType.toLowerCase().replace(/[\s_-]/g, '');
}
