import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText } from '@/lib/core/text';
import type { Field, LeadSchema, SchemaNote } from '@/lib/forms/field';
import { readFlag } from '@/lib/forms/read-value';
import { ServiceError } from '@/lib/service/error';
import { versionOf } from './canonical';
import { readRules } from './field-rules';
import { isMadeByService, readKind } from './field-type';
import { labelOf, labelsOf } from './localised';
import { readPicklist } from './picklist';
import { isOwnerField, isSystemField, placementOf } from './placement';
import { firstOwn, idOf, isRecord, type JsonRecord } from './value';

/**
 * Reads the portal's form (the interface, section 2.2). An unreadable entry is left out and noted; the first
 * of two entries with one fieldId counts; the partner organization and the agent are never included. Throws
 * ServiceError('unexpected') without a `unifiedFields` array.
 */
export function readLeadSchema(body: unknown): LeadSchema {
  const { entries, around } = findEntries(body);
  const fields = new Map<string, Field>();
  const notes: SchemaNote[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = `${index + 1}/${entries.length}`;
    const fieldId = readFieldId(entry);
    if (fieldId.note) notes.push({ fieldId: '', code: fieldId.note, detail: place });
    if (fieldId.id === undefined || !isRecord(entry) || isOwnerField(fieldId.id)) continue;
    if (fields.has(fieldId.id)) {
      notes.push({ fieldId: fieldId.id, code: 'duplicate-field', detail: place });
      continue;
    }
    const parsed = readField(fieldId.id, withOptionsBeside(fieldId.id, { entry, around }));
    fields.set(fieldId.id, parsed.field);
    notes.push(...parsed.notes);
  }
  const read = [...fields.values()];
  return { version: versionOf(read), fields: read, notes };
}

function findEntries(body: unknown) {
  for (const around of isRecord(body) ? [body, ...Object.values(body)] : []) {
    const entries = isRecord(around) ? getOwn(around, 'unifiedFields') : undefined;
    if (isRecord(around) && Array.isArray(entries)) return { entries, around };
  }
  throw new ServiceError('unexpected', 'the lead schema holds no unifiedFields array');
}

/** The entry with the values of its picklist, if they are beside the fields: by its fieldId, or in a record that names it. */
function withOptionsBeside(
  id: string,
  { entry, around }: { entry: JsonRecord; around: JsonRecord },
): JsonRecord {
  if (readPicklist(entry).options.length > 0) return entry;
  for (const [key, place] of Object.entries(around)) {
    if (key === 'unifiedFields') continue;
    const listed = Array.isArray(place) ? place.filter(isRecord) : [];
    const named = listed.find((one) => Object.values(one).includes(id));
    const options = isRecord(place) ? getOwn(place, id) : named && Object.values(named).find(Array.isArray);
    if (typeof options === 'object' && options !== null)
      return {
        ...entry,
        ...(isRecord(options) && readPicklist(options).options.length > 0 ? options : { options }),
      };
  }
  return entry;
}

function readFieldId(entry: unknown): { id?: string; note?: SchemaNote['code'] } {
  if (!isRecord(entry)) return { note: 'entry-unreadable' };
  const sent = getOwn(entry, 'fieldId');
  const id = idOf(sent);
  if (id !== undefined) return { id };
  const isEmpty = sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '');
  return { note: isEmpty ? 'empty-field-id' : 'entry-unreadable' };
}

function readField(id: string, entry: JsonRecord): { field: Field; notes: SchemaNote[] } {
  const placement = placementOf(id, entry);
  const { kind, sentType, options, notes } = readKind(entry, { id, placement });
  const labels = labelsOf(getOwn(entry, 'label'));
  const isSystem = isSystemField(id, placement);
  const creatable = firstOwn(entry, ['creatable', 'createable']);
  const updateable = firstOwn(entry, ['updateable', 'updatable']);
  const settable = isRetired(entry)
    ? 'never'
    : isSystem || isMadeByService(sentType)
      ? 'if-declared'
      : 'unless-denied';
  const field: Field = {
    id,
    label: labelOf(getOwn(entry, 'label')) ?? id,
    ...(labels && { labels }),
    kind,
    sentType,
    placement,
    required: readFlag(getOwn(entry, 'required')) ?? false,
    creatable: isSettable(creatable, settable),
    updateable: isSettable(updateable, settable),
    ...(options && { options }),
    ...readRules(entry, { kind, options }),
  };
  const noted: SchemaNote[] = notes.map((note) => ({ fieldId: id, ...note }));
  for (const [name, declared] of Object.entries({
    required: getOwn(entry, 'required'),
    creatable,
    updateable,
  })) {
    if ((declared ?? undefined) === undefined || readFlag(declared) !== undefined) continue;
    const detail = cutText(`${name}: ${JSON.stringify(declared)}`, 100);
    noted.push({ fieldId: id, code: 'unknown-flag', detail });
  }
  if (field.required && !field.creatable && !isSystem) {
    noted.push({ fieldId: id, code: 'required-not-creatable', detail: '' });
  }
  return { field, notes: noted };
}

function isSettable(declared: unknown, settable: 'never' | 'if-declared' | 'unless-denied'): boolean {
  if (settable === 'never') return false;
  return readFlag(declared) ?? settable === 'unless-denied';
}

/** A retired field is kept for the labels of old leads, but is no longer in the form. */
function isRetired(entry: JsonRecord): boolean {
  const off = ['archived', 'deleted', 'inactive', 'hidden', 'retired'];
  return (
    ['active', 'enabled'].some((key) => readFlag(getOwn(entry, key)) === false) ||
    off.some((key) => readFlag(getOwn(entry, key)) === true)
  );
}
