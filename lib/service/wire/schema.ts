import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { Field, LeadSchema, SchemaNote } from '@/lib/forms/field';
import { readFlag } from '@/lib/forms/from-lead';
import { ServiceError } from '@/lib/service/error';
import { versionOf } from './canonical';
import { readRules } from './field-rules';
import { isMadeByService, readKind } from './field-type';
import { labelOf } from './localised';
import { isOwnerField, isSystemField, placementOf } from './placement';
import { firstOwn, idOf, isRecord, type JsonRecord } from './value';

export type SchemaReading = {
  schema: LeadSchema;
  /** The envelope of the fields. */
  envelope: 'bare' | 'data';
  /** The shapes of the options. */
  picklistShapes: string[];
};

/**
 * Reads the portal's form (the interface, section 2.2). An unreadable entry is left out and noted; the first
 * of two entries with one fieldId counts; the partner organization and the agent are never included. Throws
 * ServiceError('unexpected') without a `unifiedFields` array.
 */
export function readLeadSchema(body: unknown): SchemaReading {
  const { entries, envelope } = findEntries(body);
  const fields = new Map<string, Field>();
  const notes: SchemaNote[] = [];
  const shapes = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const place = `${index + 1}/${entries.length}`;
    const fieldId = readFieldId(entry);
    if (fieldId.note) notes.push({ fieldId: '', code: fieldId.note, detail: place });
    if (fieldId.id === undefined || !isRecord(entry) || isOwnerField(fieldId.id)) continue;
    if (fields.has(fieldId.id)) {
      notes.push({ fieldId: fieldId.id, code: 'duplicate-field', detail: place });
      continue;
    }
    const reading = readField(fieldId.id, entry);
    fields.set(fieldId.id, reading.field);
    notes.push(...reading.notes);
    if (reading.shape !== '') shapes.add(reading.shape);
  }
  const read = [...fields.values()];
  return { schema: { version: versionOf(read), fields: read, notes }, envelope, picklistShapes: [...shapes] };
}

function findEntries(body: unknown): { entries: unknown[]; envelope: SchemaReading['envelope'] } {
  const bare = isRecord(body) ? getOwn(body, 'unifiedFields') : undefined;
  if (Array.isArray(bare)) return { entries: bare, envelope: 'bare' };
  const data = isRecord(body) ? getOwn(body, 'data') : undefined;
  const inner = isRecord(data) ? getOwn(data, 'unifiedFields') : undefined;
  if (Array.isArray(inner)) return { entries: inner, envelope: 'data' };
  throw new ServiceError('unexpected', 'the lead schema holds no unifiedFields array');
}

function readFieldId(entry: unknown): { id?: string; note?: SchemaNote['code'] } {
  if (!isRecord(entry)) return { note: 'entry-unreadable' };
  const sent = getOwn(entry, 'fieldId');
  const id = idOf(sent);
  if (id !== undefined) return { id };
  const isEmpty = sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '');
  return { note: isEmpty ? 'empty-field-id' : 'entry-unreadable' };
}

function readField(id: string, entry: JsonRecord): { field: Field; notes: SchemaNote[]; shape: string } {
  const placement = placementOf(id, entry);
  const { kind, sentType, options, shape, notes } = readKind(entry, { id, placement });
  const isSystem = isSystemField(id, placement);
  const settable = isRetired(entry)
    ? 'never'
    : isSystem || isMadeByService(sentType)
      ? 'if-said'
      : 'unless-denied';
  const field: Field = {
    id,
    label: labelOf(getOwn(entry, 'label')) ?? id,
    kind,
    sentType,
    placement,
    required: readFlag(getOwn(entry, 'required')) ?? false,
    creatable: isSettable(firstOwn(entry, ['creatable', 'createable']), settable),
    updateable: isSettable(firstOwn(entry, ['updateable', 'updatable']), settable),
    ...(options && { options }),
    ...readRules(entry, { kind, options }),
  };
  const noted: SchemaNote[] = notes.map((note) => ({ fieldId: id, ...note }));
  if (field.required && !field.creatable && !isSystem) {
    noted.push({ fieldId: id, code: 'required-not-creatable', detail: '' });
  }
  return { field, notes: noted, shape };
}

function isSettable(said: unknown, settable: 'never' | 'if-said' | 'unless-denied'): boolean {
  if (settable === 'never') return false;
  return readFlag(said) ?? settable === 'unless-denied';
}

/** A retired field is kept for the labels of old leads, but is no longer in the form. */
function isRetired(entry: JsonRecord): boolean {
  const off = ['archived', 'deleted', 'inactive', 'hidden', 'retired'];
  return (
    ['active', 'enabled'].some((key) => readFlag(getOwn(entry, key)) === false) ||
    off.some((key) => readFlag(getOwn(entry, key)) === true)
  );
}
