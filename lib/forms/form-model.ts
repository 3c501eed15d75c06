import { isolate } from '@/lib/core/isolate';
import { cutText, isVisible } from '@/lib/core/text';
import { answerTo } from './answers';
import { arrange, type FormPurpose, startingAnswer } from './arrange';
import { isConsent } from './consent';
import { type Control, chooseControl } from './control';
import {
  type Answer,
  type Answers,
  FAMILY_OF,
  type Field,
  type FieldKind,
  type FieldOption,
  type LeadSchema,
} from './field';
import { type FieldGroup, groupTitle } from './field-groups';
import {
  type FieldOverrides,
  inReadersLanguage,
  labelOfField,
  NO_FIELD_OVERRIDES,
  withTextOverrides,
} from './field-overrides';
import type { FieldRole } from './field-roles';
import { isBlank } from './input-values';
import { KINDS } from './kinds';
import type { FieldMessages } from './messages';
import { boundsOf } from './number-bounds';
import { inputOfAnswer } from './prefill';
import { tellApart } from './tell-apart';
import type { Translate } from './texts';

/**
 * The form of one schema version, ready to render: fields, order, controls, and every message. Built on the
 * server as plain data, so that a browser needs neither the catalogue nor the schema.
 */

export type FormOption = {
  /** As the service sent it. The control holds its string form. */
  value: FieldOption['value'];
  label: string;
  /** No longer offered: shown because it is the current value, and valid only while unchanged. */
  retired?: true;
};

export type FormField = {
  /**
   * `f0`, `f1`, …: the only name the browser and FormData use. Does not depend on the position in the form.
   */
  key: string;
  id: string;
  label: string;
  kind: FieldKind;
  control: Control;
  required: boolean;
  /** What it is used as, if that is known: the summary names the company and the person. */
  role?: FieldRole;
  /** An optional field of a long form: shown under "More details". */
  folded: boolean;
  /** The heading of its group; absent if it is under none. Fields of one group are adjacent. */
  group?: string;
  /** Shares a line with the field before or after it, where there is room. */
  half?: true;
  /** Only for controls that offer choices. Never contains an empty value, which means "nothing chosen". */
  options?: FormOption[];
  help?: string;
  /** In characters (code points), for text. `counted` if the portal set the limit: then it is shown. */
  maxLength?: number;
  counted?: true;
  min?: number;
  max?: number;
  currency?: string;
  /**
   * Whether this is a consent (a guess). The person must give it each time: never a default, never in a
   * draft.
   */
  consent?: true;
  /** Marked sensitive by the portal: never in a draft. */
  sensitive?: true;
  /**
   * The portal's explicit default; never for a checkbox, which the person must tick themselves (requirement
   * F16).
   */
  defaultAnswer?: Answer;
  /** On edit, the lead's current answer. Unchanged, it is valid under any rules. */
  currentValue?: Answer;
  messages: FieldMessages;
};

export type FormModel = {
  /** The schema version this was built from. */
  version: string;
  purpose: FormPurpose;
  /** Decides the decimal separator and how an ambiguous number is read. */
  locale: string;
  /** In display order; errors are listed in the same order. */
  fields: FormField[];
  /** The message if the posted form has a field that is not in this form model. */
  unrecognised: string;
};

type FormModelInput = {
  schema: LeadSchema;
  purpose: FormPurpose;
  texts: Translate;
  locale: string;
  /** On edit: the lead's current answers. They affect what is shown and allowed, never a key. */
  current?: Answers;
  /** An admin's overrides. They affect labels, order and visibility, never a key. */
  overrides?: FieldOverrides;
  /** Keeps a field that an admin hid, because a person has it on screen. */
  isOnScreen?: (field: { key: string; id: string }) => boolean;
};

/**
 * Builds the form for creating or editing a lead: the creatable or the updateable fields, under the headings
 * of `arrange`.
 *
 * Keys depend only on schema and purpose, so that a posted form can be read again from a stored schema
 * version, even if an admin changed overrides in the meantime. In a form of more than 12 fields the optional
 * ones without a default are folded, except those that say who the lead is and what it is worth.
 */
export function buildFormModel(model: FormModelInput): FormModel {
  const { purpose, texts, locale, current, overrides = NO_FIELD_OVERRIDES, isOnScreen } = model;
  const fieldsShown = model.schema.fields.map((field) => inReadersLanguage(field, locale));
  const schema = { ...model.schema, fields: fieldsShown };
  const titleOf = (group: FieldGroup) => groupTitle(group, texts);
  const arranged = arrange({ schema, purpose, overrides, titleOf, isOnScreen });
  // Errors, receipts and the columns of an import name a field by its label alone.
  const labels = tellApart(arranged.map(({ field }) => labelOfField(field, overrides, locale)));
  const fields = arranged.map(({ field, role, ...place }, index) => {
    const currentValue = purpose === 'edit' && current ? answerTo(current, field.id) : undefined;
    const unchosen = {
      ...toFormField(withTextOverrides(field, overrides), {
        purpose,
        role,
        labels: [field.label, ...(overrides.get(field.id)?.labels ?? [])],
      }),
      label: labels[index] ?? field.id,
      ...boundsOf(field, { role, isChosen: overrides.get(field.id)?.role !== undefined }),
      ...(role !== 'none' && { role }),
      ...place,
      ...withCurrentValue(currentValue),
    };
    const choices = withChoices(
      unchosen,
      currentValue === undefined ? [] : [currentValue].flat(),
      field.options,
    );
    const noted = withUnshown(choices, { currentValue, texts, locale });
    return { ...noted, messages: KINDS[noted.kind].messages(noted, { t: texts, locale }) };
  });
  return { version: schema.version, purpose, locale, fields, unrecognised: texts('unrecognised') };
}

function withCurrentValue(currentValue: Answer | undefined): { currentValue?: Answer } {
  return currentValue === undefined ? {} : { currentValue };
}

const MAX_NOTED = 200;

/** The field with a note about the lead's value, if its control cannot show it: untouched, the value stays. */
function withUnshown(
  field: Omit<FormField, 'messages'>,
  { currentValue, texts, locale }: { currentValue?: Answer; texts: Translate; locale: string },
): Omit<FormField, 'messages'> {
  if (currentValue === undefined || typeof currentValue === 'boolean') return field;
  const value = cutText([currentValue].flat().join(', '), MAX_NOTED);
  const isShown = !isBlank(inputOfAnswer(field, currentValue, { timeZone: 'UTC', locale }));
  if (isShown || !isVisible(value)) return field;
  return {
    ...field,
    help: [texts('valueStays', { value: isolate(value) }), field.help].filter(Boolean).join(' '),
  };
}

/** @param labels other labels of the field */
function toFormField(
  field: Field,
  { purpose, role, labels }: { purpose: FormPurpose; role: FieldRole; labels: string[] },
) {
  const options = offeredOptions(field);
  // Also one that only an admin knows to be one.
  const consent = role === 'consent' || isConsent({ ...field, labels: [field.label, ...labels] });
  const defaultAnswer = consent ? undefined : startingAnswer(field, purpose);
  return {
    id: field.id,
    kind: field.kind,
    control: chooseControl({ kind: field.kind, required: field.required, options: options.length }),
    required: field.required,
    ...(options.length > 0 && { options }),
    ...(field.help?.trim() && { help: field.help.trim() }),
    ...textLimit(field),
    ...(field.currency && { currency: field.currency }),
    ...(consent && { consent }),
    ...(field.sensitive && { sensitive: field.sensitive }),
    ...(defaultAnswer !== undefined && { defaultAnswer }),
  };
}

/** The options that a form offers, each once, with labels that differ in more than case. */
export function offeredOptions(field: Field): FormOption[] {
  if (FAMILY_OF[field.kind] !== 'choice') return [];
  const seen = new Set<string>();
  const options = (field.options ?? [])
    .filter(({ value, active }) => active && String(value).trim() !== '')
    .filter(({ value }) => !seen.has(String(value)) && seen.add(String(value)));
  const labels = tellApart(options.map(({ value, label }) => label.trim() || String(value)));
  return options.map(({ value }, index) => ({ value, label: labels[index] ?? String(value) }));
}

function textLimit(field: Field): { maxLength?: number; counted?: true } {
  const cap = KINDS[field.kind].cap;
  if (cap === undefined) return {};
  const isCounted = field.maxLength !== undefined && (field.kind === 'text' || field.kind === 'long-text');
  return { maxLength: Math.min(field.maxLength ?? cap, cap), ...(isCounted && { counted: true }) };
}

/**
 * The field with these values among its choices: missing ones are appended, marked as retired, with a label
 * from `known` if available. Nothing a person chose disappears (requirement F19).
 */
export function withChoices(
  field: Omit<FormField, 'messages'>,
  values: readonly (string | number | boolean)[],
  known: readonly { value: FieldOption['value']; label: string }[] = [],
): Omit<FormField, 'messages'> {
  if (!field.options) return field;
  const offers = new Set(field.options.map(({ value }) => String(value)));
  const missing = [...new Map(values.map((value) => [String(value), value])).entries()]
    .filter(([text]) => text.trim() !== '' && !offers.has(text))
    .map(([text, value]): FormOption => {
      const label = known.find((option) => String(option.value) === text)?.label ?? text;
      return { value, label, retired: true };
    });
  return missing.length === 0 ? field : { ...field, options: [...field.options, ...missing] };
}

/**
 * True if every key names the same field in both: then errors of one may be shown next to the other's fields.
 */
export function sameKeys(one: FormModel, other: FormModel): boolean {
  const ids = new Map(other.fields.map(({ key, id }) => [key, id]));
  return one.fields.length === ids.size && one.fields.every(({ key, id }) => ids.get(key) === id);
}
