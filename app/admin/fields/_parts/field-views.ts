import { getLocale, getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Formats } from '@/lib/core/formats';
import { isolate } from '@/lib/core/isolate';
import { statusOverridesFor, toStatusWord, usualTexts } from '@/lib/core/status-labels';
import { type AnswerLabels, answerText, toFieldText } from '@/lib/forms/answer-text';
import type { Field, LeadSchema } from '@/lib/forms/field';
import {
  labelOfField,
  orderFields,
  type StoredFieldOverride,
  type StoredFieldOverrides,
} from '@/lib/forms/field-overrides';
import { FIELD_ROLES, rolesOf } from '@/lib/forms/field-roles';
import { boundsOf } from '@/lib/forms/number-bounds';
import { shownVersion } from '@/lib/forms/stale-check';
import type { TextLanguage } from '@/lib/i18n/locales';
import type { ListedStatus } from '@/lib/lead-schema/status-settings';
import type { FieldRowView, FieldView, GoneFieldView, StatusView } from './field-view';

type Translate = Awaited<ReturnType<typeof getTranslations<'Fields'>>>;
type Notes = ReadonlyMap<string, string[]>;
type ViewContext = {
  schema: LeadSchema;
  overrides: StoredFieldOverrides;
  notes: Notes;
  t: Translate;
  formats: Formats;
  labels: AnswerLabels;
};

/** The maximum number of listed choices on a field's page; a picklist may have thousands. */
const OPTIONS_NAMED = 100;

/** The portal's fields in display order, and overrides for removed fields. */
export async function toFieldViews(schema: LeadSchema, overrides: StoredFieldOverrides) {
  const context = await toContext(schema, overrides);
  const known = new Set(schema.fields.map(({ id }) => id));
  const gone = [...overrides].filter(([id]) => !known.has(id));
  return {
    rows: ordered(context).map((field, index) => toRow(field, { ...context, index })),
    gone: gone.map(
      ([id, wish]): GoneFieldView => ({ id, label: wish.label ?? id, overrides: wishes(wish, context) }),
    ),
    alarms: [...context.notes.values()].flat(),
  };
}

/**
 * One field with all its details; undefined if the portal does not have it, or this desk fills it in itself.
 */
export async function toFieldView(
  schema: LeadSchema,
  { overrides, fieldId }: { overrides: StoredFieldOverrides; fieldId: string },
): Promise<FieldView | undefined> {
  const context = await toContext(schema, overrides);
  const fields = ordered(context);
  const index = fields.findIndex(({ id }) => id === fieldId);
  const field = fields[index];
  if (!field || field.hidden) return undefined;
  const wish = overrides.get(fieldId);
  const { label = '', help = '', group = '', role = '', hidden = false } = wish ?? {};
  return {
    ...toRow(field, { ...context, index }),
    facts: factsOf(field, context),
    display: { label, help, group, role, hidden },
    roles: toRoleChoices(field, context),
    portal: { label: field.label, help: field.help ?? '' },
    isRequired: field.required,
    groups: [...new Set([...overrides.values()].flatMap((each) => each.group ?? []))],
    count: fields.length,
    hasOwn: wish !== undefined,
    shown: shownVersion(wish ?? {}),
  };
}

/** What a field can be used as; the empty choice is the guess. */
function toRoleChoices(field: Field, { schema, overrides, t }: ViewContext): FieldView['roles'] {
  const { role: _, ...shown } = overrides.get(field.id) ?? { hidden: false };
  const guessed = rolesOf(schema.fields, new Map([...overrides, [field.id, shown]])).get(field.id) ?? 'none';
  return [
    { value: '', label: t('guessed', { role: t(`role.${guessed}`) }) },
    ...FIELD_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })),
  ];
}

async function toContext(schema: LeadSchema, overrides: StoredFieldOverrides): Promise<ViewContext> {
  const t = await getTranslations('Fields');
  const setup = await getTranslations('Setup');
  const notes = new Map<string, string[]>();
  const add = (id: string, text: string) => notes.set(id, [...(notes.get(id) ?? []), text]);
  for (const { fieldId, code, detail } of schema.notes) {
    add(fieldId, setup(`items.${code}`, { field: fieldId, detail }));
  }
  for (const field of schema.fields) {
    const isSuperseded = field.required && overrides.get(field.id)?.hidden;
    if (isSuperseded) add(field.id, t('shownAgain', { label: labelOfField(field, overrides) }));
  }
  const [answer, formats] = [await getTranslations('Form'), await getFormats()];
  const labels = { formats, yes: answer('yes'), no: answer('no') };
  return { schema, overrides, notes, t, formats, labels };
}

const ordered = ({ schema, overrides }: ViewContext): Field[] => orderFields(schema.fields, overrides);

function toRow(field: Field, context: ViewContext & { index: number }): FieldRowView {
  const { overrides, notes, t, index, schema } = context;
  const label = labelOfField(field, overrides);
  return {
    id: field.id,
    label,
    ...(field.label !== label && { portalLabel: field.label }),
    type: [t(`kind.${field.kind}`), ...choicesOf(field, t)],
    form: formOf(field, t).slice(0, usageOf(field) === 'both' ? 1 : 2),
    overrides: wishes(overrides.get(field.id), { ...context, field }),
    notes: notes.get(field.id) ?? [],
    place: index + 1,
    isFirst: index === 0,
    isLast: index === schema.fields.length - 1,
    isOpen: !field.hidden,
  };
}

function typeOf({ kind, sentType }: Field, t: Translate) {
  return {
    kind: t(`kind.${kind}`),
    sent: sentType === '' ? t('typeNotSent') : t('typeSent', { sent: sentType }),
  };
}

function usageOf({ creatable, updateable, hidden }: Field) {
  if (hidden) return 'marker';
  return creatable && updateable ? 'both' : creatable ? 'create' : updateable ? 'edit' : 'never';
}

/** Whether it must be answered, where it is asked for, and whose field it is. */
function formOf(field: Field, t: Translate): string[] {
  return [
    t(field.required ? 'required' : 'optional'),
    t('usedOn', { use: usageOf(field) }),
    t(`placement.${field.placement}`),
  ];
}

function choicesOf({ options }: Field, t: Translate): string[] {
  if (!options) return [];
  const active = options.filter((option) => option.active).length;
  return [t('options', { active, retired: options.length - active })];
}

function wishes(
  overrides: StoredFieldOverride | undefined,
  { t, field }: Pick<ViewContext, 't'> & { field?: Field },
): FieldRowView['overrides'] {
  if (!overrides) return [];
  const isSuperseded = overrides.hidden && field?.required;
  // A hidden field is not used as anything, whatever was chosen for it.
  const role = overrides.hidden && !isSuperseded ? undefined : overrides.role;
  const set = (label: string) => ({ tone: 'neutral' as const, label });
  return [
    ...(isSuperseded ? [{ tone: 'warn' as const, label: t('hiddenButRequired') }] : []),
    ...(overrides.hidden && !isSuperseded ? [{ tone: 'info' as const, label: t('hidden') }] : []),
    ...(overrides.label === undefined ? [] : [set(t('ownName'))]),
    ...(overrides.help === undefined ? [] : [set(t('ownHelp'))]),
    ...(overrides.group === undefined ? [] : [set(t('under', { group: overrides.group }))]),
    ...(role === undefined ? [] : [set(t('usedAsOwn', { role: t(`role.${role}`) }))]),
    ...(overrides.position === undefined ? [] : [set(t('ownPlace', { place: overrides.position }))]),
    ...(overrides.translations === undefined
      ? []
      : [set(t('ownLanguages', { count: Object.keys(overrides.translations).length }))]),
  ];
}

function factsOf(field: Field, context: ViewContext): FieldView['facts'] {
  const { t, formats, notes, labels } = context;
  const { kind, sent } = typeOf(field, t);
  const facts = [
    { term: t('name'), lines: [field.label] },
    { term: t('fact.id'), lines: [field.id] },
    { term: t('column.type'), lines: [t('withNote', { text: kind, note: sent })] },
    { term: t('column.form'), lines: [formats.series(formOf(field, t))] },
    { term: t('fact.help'), lines: [field.help ?? ''] },
    { term: t('fact.longest'), lines: field.maxLength ? [t('longest', { count: field.maxLength })] : [] },
    { term: t('fact.range'), lines: rangeOf(field, context) },
    { term: t('role.currency'), lines: [field.currency ?? ''] },
    { term: t('fact.default'), lines: [answerText(toFieldText(field, field.defaultValue), labels)] },
    { term: t('fact.choices'), lines: optionsOf(field, t) },
    { term: t('fact.notes'), lines: notes.get(field.id) ?? [] },
  ];
  return facts
    .map(({ term, lines }) => ({ term, lines: [...new Set(lines.filter((text) => text !== ''))] }))
    .filter(({ lines }) => lines.length > 0);
}

/** What the form accepts, and that an admin can change the part of it that the portal does not say. */
function rangeOf(field: Field, { t, formats, schema, overrides }: ViewContext): string[] {
  const role = rolesOf(schema.fields, overrides).get(field.id) ?? 'none';
  const isChosen = overrides.get(field.id)?.role !== undefined;
  const { min, max } = boundsOf(field, { role, isChosen });
  if (min === undefined && max === undefined) return [];
  const boundOf = (bound: number | undefined) => (bound === undefined ? t('open') : formats.number(bound));
  const isAssumed = min !== field.min || max !== field.max;
  return [t('range', { min: boundOf(min), max: boundOf(max) }), ...(isAssumed ? [t('rangeAssumed')] : [])];
}

function optionsOf({ options = [] }: Field, t: Translate): string[] {
  const named = options
    .slice(0, OPTIONS_NAMED)
    .map(({ label, value, active }) => ({ text: optionText(label, { value: String(value), t }), active }))
    .map(({ text, active }) => (active ? text : t('optionRetired', { label: isolate(text) })));
  const more = options.length - named.length;
  return more > 0 ? [...named, t('moreOptions', { count: more })] : named;
}

/** Two choices may have the same label: then the value distinguishes them. */
function optionText(label: string, { value, t }: { value: string; t: Translate }): string {
  return label === '' || label === value ? value : t('withNote', { text: label, note: value });
}

/** The statuses with the admins' texts in each of these languages. */
export async function toStatusViews(
  statuses: readonly (ListedStatus & { shown: string })[],
  languages: readonly TextLanguage[],
): Promise<StatusView[]> {
  const t = await getTranslations('Fields');
  const locale = await getLocale();
  return statuses.map(({ status, leads, overrides = {}, shown }, index) => {
    const { tone = '', position: _, translations = {}, ...main } = overrides;
    const usual = toStatusWord(status, new Map());
    const { label, ...word } = toStatusWord(
      status,
      statusOverridesFor(new Map([[status, overrides]]), locale),
    );
    const empty = t('emptyStatus');
    const texts = languages.map(({ locale: each, isDefault }) => {
      const usualEntry = { label: usual.label, ...usualTexts(status, each) };
      const own = translations[each] ?? {};
      const entry = isDefault ? { own: main, usual: usualEntry } : { own, usual: { ...usualEntry, ...main } };
      return [each, entry] as const;
    });
    return {
      status,
      raw: status.trim() === '' ? empty : status,
      word: { ...word, label: label.trim() === '' ? empty : label },
      leads: t('statusLeads', { count: leads }),
      place: index + 1,
      tone,
      usualTone: usual.tone,
      texts: Object.fromEntries(texts),
      shown,
    };
  });
}
