import 'server-only';
import { z } from 'zod';
import { getOwn } from '@/lib/core/own';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import type { LeadSchema } from '@/lib/forms/field';
import type { LeadPayload } from '@/lib/forms/payload';

/**
 * The interface says of an update only "the lead fields to change" (section 4). A portal may take `customFields` as a
 * whole: then those that are not sent are emptied. It is learned from the read after an edit, and never assumed.
 */
const REPLACES = { name: 'patch-replaces', schema: z.literal(true) } as const;

type CustomFields = Readonly<Record<string, unknown>>;

/** Whether an update was seen to empty the custom fields that it did not contain. */
export async function getPatchReplaces(db: Db): Promise<boolean> {
  return (await readSetting(db, REPLACES)) !== undefined;
}

/** Remembers it from now on. */
export async function learnPatchReplaces(db: Db, now: Date): Promise<void> {
  await writeSetting(db, REPLACES, { value: true, now });
}

/** The changes with all custom fields that may be sent, exactly as the lead held them; unchanged if they have none. */
export function withWholeCustomFields(
  changes: LeadPayload,
  { schema, before }: { schema: LeadSchema; before: CustomFields },
): LeadPayload {
  if (!changes.customFields) return changes;
  const held = schema.fields
    .filter(({ placement, updateable }) => placement === 'custom' && updateable)
    .map(({ id }) => [id, getOwn(before, id)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const customFields = Object.assign(Object.create(null), Object.fromEntries(held), changes.customFields);
  return { ...changes, customFields };
}

/**
 * Whether a read after an update lacks all custom fields that the lead held and the update did not contain: a single one may
 * have been emptied by somebody else. Only a read that shows the change says anything: an older one may come from a copy.
 */
export function hasLostFields(
  changes: LeadPayload,
  { schema, before, after }: { schema: LeadSchema; before: CustomFields; after: CustomFields },
): boolean {
  const sent = changes.customFields ?? {};
  const isShown = Object.entries(sent).every(([id, value]) => value === null || isHeld(after, id));
  const whole = withWholeCustomFields(changes, { schema, before }).customFields ?? {};
  const unsent = Object.keys(whole).filter((id) => !Object.hasOwn(sent, id));
  return isShown && unsent.length > 0 && unsent.every((id) => !isHeld(after, id));
}

const isHeld = (fields: CustomFields, id: string) => (getOwn(fields, id) ?? null) !== null;
