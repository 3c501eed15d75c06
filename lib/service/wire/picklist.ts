import 'server-only';
import { getOwn } from '@/lib/core/own';
import { toStorable } from '@/lib/core/text';
import type { FieldOption } from '@/lib/forms/field';
import { readFlag } from '@/lib/forms/read-value';
import { labelOf, labelsOf } from './localised';
import { isRecord, type JsonRecord, numberOf } from './value';

export type ParsedPicklist = {
  /** In the portal's order, without duplicates; empty if nothing was readable. */
  options: FieldOption[];
  /** The number of entries that cannot be read as options. */
  unreadable: number;
};

const OPTION_KEYS = ['options', 'values', 'picklistValues', 'allowedValues', 'choices', 'enum'];
const AROUND_KEYS = ['picklist', 'items'];

/** Keys are compared ignoring case, `_` and `-`: `display_value` and `DisplayValue` are equal. */
const VALUE_KEYS = [
  'value',
  'actualvalue',
  'referencevalue',
  'id',
  'key',
  'name',
  'label',
  'displayname',
  'displayvalue',
];
const LABEL_KEYS = ['label', 'name', 'displayname', 'displayvalue', 'title', 'text', 'value'];
const SORT_KEYS = [
  'sort',
  'sortorder',
  'order',
  'displayorder',
  'position',
  'sequence',
  'sequencenumber',
  'index',
];
const ON_KEYS = ['active', 'enabled', 'isactive', 'isenabled'];
const OFF_KEYS = [
  'archived',
  'deleted',
  'inactive',
  'hidden',
  'retired',
  'disabled',
  'isarchived',
  'isdeleted',
  'ishidden',
];

/**
 * Reads the options of a schema entry in any of the shapes of requirement F15: a list of plain values or of
 * records, or a record `{value: label}`, directly or one level deeper. A retired option is kept with `active:
 * false`.
 */
export function readPicklist(entry: unknown): ParsedPicklist {
  if (!isRecord(entry)) return { options: [], unreadable: 0 };
  const places: JsonRecord[] = [entry];
  for (const key of [...AROUND_KEYS, ...OPTION_KEYS]) {
    const inner = getOwn(entry, key);
    if (isRecord(inner)) places.push(inner);
  }
  let unreadable = 0;
  for (const place of places) {
    for (const key of OPTION_KEYS) {
      const parsed = readOptions(getOwn(place, key));
      if (parsed.options.length > 0) return parsed;
      unreadable = Math.max(unreadable, parsed.unreadable);
    }
  }
  const asList = Array.isArray(getOwn(entry, 'picklist'))
    ? readOptions(getOwn(entry, 'picklist'))
    : undefined;
  return asList ?? { options: [], unreadable };
}

function readOptions(source: unknown): ParsedPicklist {
  const entries = (Array.isArray(source) ? source : mapEntries(source)).flatMap(optionsOfGroup);
  const read = entries.map(readOption);
  const options = withoutRepeats(inSortOrder(read.filter((option) => option !== undefined)));
  return { options, unreadable: read.filter((option) => option === undefined).length };
}

/** The options of a group such as `{label, options: []}`; any other entry itself. */
function optionsOfGroup(entry: unknown): unknown[] {
  if (!isRecord(entry)) return [entry];
  return OPTION_KEYS.map((key) => getOwn(entry, key)).find(Array.isArray) ?? [entry];
}

/** `{value: label}` or `{value: {label, …}}` as a list of records; empty if it wraps a list instead. */
function mapEntries(source: unknown): unknown[] {
  if (!isRecord(source)) return [];
  if (Object.values(source).some(Array.isArray) || OPTION_KEYS.some((key) => isRecord(getOwn(source, key))))
    return [];
  return Object.entries(source).map(([value, label]) =>
    isRecord(label) ? { ...label, value: getOwn(label, 'value') ?? value } : { value, label },
  );
}

type SortedOption = FieldOption & { sort?: number };

function readOption(entry: unknown): SortedOption | undefined {
  const plainValue = scalarOf(entry);
  if (plainValue !== undefined) return { value: plainValue, label: String(plainValue), active: true };
  if (!isRecord(entry)) return undefined;
  const byKey = keysOf(entry);
  const chosen = chooseValue(byKey);
  if (!chosen) return undefined;
  const labelKey = LABEL_KEYS.find((key) => key !== chosen.key && labelOf(byKey.get(key)) !== undefined);
  const sent = labelKey && byKey.get(labelKey);
  const labels = labelsOf(sent);
  const off =
    ON_KEYS.some((key) => readFlag(byKey.get(key)) === false) ||
    OFF_KEYS.some((key) => readFlag(byKey.get(key)) === true);
  return {
    value: chosen.value,
    label: labelOf(sent) ?? String(chosen.value),
    ...(labels && { labels }),
    active: !off,
    sort: SORT_KEYS.map((key) => numberOf(byKey.get(key))).find((sort) => sort !== undefined),
  };
}

function keysOf(entry: JsonRecord): Map<string, unknown> {
  return new Map(
    Object.entries(entry).map(([key, value]) => [key.toLowerCase().replace(/[\s_-]/g, ''), value]),
  );
}

type ChosenValue = { key: string; value: FieldOption['value'] };

function chooseValue(byKey: Map<string, unknown>): ChosenValue | undefined {
  // In `{key, value}` alone the value is the label, so the key is sent (requirement F15).
  const keyed = byKey.has('key') && !LABEL_KEYS.some((key) => key !== 'value' && byKey.has(key));
  for (const key of keyed ? ['key', ...VALUE_KEYS] : VALUE_KEYS) {
    const value = scalarOf(byKey.get(key));
    if (value !== undefined) return { key, value };
  }
  return undefined;
}

/** A value that can be sent back. The empty string is the portal's "Select…", not a choice. */
function scalarOf(value: unknown): FieldOption['value'] | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberOf(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return toStorable(value) === value ? value : undefined;
}

/** By the portal's own sort key if every option has one, else in the order received. */
function inSortOrder(options: SortedOption[]): FieldOption[] {
  const sorted = options.every((option) => option.sort !== undefined)
    ? options.toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    : options;
  return sorted.map(({ sort: _, ...option }) => option);
}

/** One option per value, compared as strings. A value both retired and offered is offered. */
function withoutRepeats(options: FieldOption[]): FieldOption[] {
  const byValue = new Map<string, FieldOption>();
  for (const option of options) {
    const key = String(option.value);
    const earlier = byValue.get(key);
    if (!earlier || (option.active && !earlier.active)) byValue.set(key, option);
  }
  return [...byValue.values()];
}
