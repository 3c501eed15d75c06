'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { type Decision, readDecision } from '@/lib/admin/fields/command';
import type { Actor } from '@/lib/audit/write-audit';
import { requireAdmin } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { isolate } from '@/lib/core/isolate';
import { getDb } from '@/lib/db/handle';
import { shownVersion } from '@/lib/forms/stale-check';
import { getFieldOverrides, moveField, resetField, setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { findSchema } from '@/lib/lead-schema/schema';
import { setStatusDisplay } from '@/lib/lead-schema/status-settings';
import { LIMITS } from '@/lib/limits/limits';
import { sayTooOften } from '@/lib/limits/rate-limit';

/** Does what an admin decided about a field or a status, and says what came of it. */
export async function decideAction(_told: ActionResult | undefined, data: FormData): Promise<ActionResult> {
  const { personId, email } = await requireAdmin('/admin/fields');
  const t = await getTranslations('Fields');
  const form = formOf(data);
  const tooOften = await sayTooOften(await getDb(), { limit: LIMITS.adminActs, whom: personId });
  if (tooOften) return { form, tone: 'bad', text: tooOften };
  const read = readDecision(data);
  if ('wrong' in read) return { form, tone: 'bad', text: t('wrong', { part: read.wrong }) };
  const told = await decide(read.decision, { personId, email });
  revalidatePath('/admin/fields');
  return { form, ...told };
}

type Outcome = Omit<ActionResult, 'form'>;
type Part<Kind extends Decision['decision']> = Extract<Decision, { decision: Kind }>;

function decide(decision: Decision, by: Actor): Promise<Outcome> {
  switch (decision.decision) {
    case 'look':
      return changeDisplay(decision, by);
    case 'move':
      return move(decision, by);
    case 'reset':
      return reset(decision, by);
    case 'status':
      return changeStatus(decision, by);
  }
}

async function changeDisplay(post: Part<'look'>, by: Actor): Promise<Outcome> {
  const { field: fieldId, label, help, group, hidden, seen } = post;
  const t = await getTranslations('Fields');
  const db = await getDb();
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db)]);
  const field = known?.schema.fields.find(({ id }) => id === fieldId);
  if (!field) return { tone: 'info', text: t('fieldGone') };
  // What was wished while it was optional is kept, and has no effect.
  const isNewWish = hidden && !overrides.get(fieldId)?.hidden;
  if (isNewWish && field.required) return { tone: 'bad', text: t('cannotHide') };
  const look = { label, help, group, hidden: hidden === 'yes' };
  const before = await setFieldDisplay(db, { fieldId, look, by, at: new Date() });
  return shownVersion(before) === seen
    ? { tone: 'good', text: t('saved') }
    : { tone: 'warn', text: t('savedOver', { was: isolate(before.label ?? t('portalWord')) }) };
}

async function move({ field: fieldId, place, number }: Part<'move'>, by: Actor): Promise<Outcome> {
  const t = await getTranslations('Fields');
  const target = place ?? number ?? 'portal';
  const to = await moveField(await getDb(), { fieldId, place: target, by, at: new Date() });
  return to === undefined
    ? { tone: 'info', text: t('fieldGone') }
    : { tone: 'good', text: t('moved', { place: to }) };
}

async function reset({ field: fieldId }: Part<'reset'>, by: Actor): Promise<Outcome> {
  const t = await getTranslations('Fields');
  const isReset = await resetField(await getDb(), { fieldId, by, at: new Date() });
  return { tone: isReset ? 'good' : 'info', text: t(isReset ? 'resetDone' : 'resetNothing') };
}

async function changeStatus(post: Part<'status'>, by: Actor): Promise<Outcome> {
  const { status, label, tone, seen } = post;
  const t = await getTranslations('Fields');
  const before = await setStatusDisplay(await getDb(), { status, look: { label, tone }, by, at: new Date() });
  return shownVersion(before) === seen
    ? { tone: 'good', text: t('saved') }
    : { tone: 'warn', text: t('savedOver', { was: isolate(before.label ?? t('deskWord')) }) };
}

/** Where to say it: in the form it was posted from, or above everything if that row is gone afterwards. */
function formOf(data: FormData): string {
  const [decision, name] = [data.get('decision'), data.get('field') ?? data.get('status')];
  return decision === 'reset' ? '' : `${decision} ${name}`;
}
