'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { compareLeads } from '@/lib/admin/ask-worker';
import { waitFor } from '@/lib/admin/wait-for';
import { type Decision, formOf, readDecision } from '@/lib/admin/webhooks/command';
import { dismissLead } from '@/lib/admin/webhooks/dismiss-lead';
import { findRecheck, type Recheck, recheckLead } from '@/lib/admin/webhooks/recheck';
import { requireAdmin, signInAgainPath } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { env } from '@/lib/core/env';
import { type Db, getDb } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { sayTooOften } from '@/lib/limits/rate-limit';
import { isRecent, type SignedIn } from '@/lib/sessions/sessions';
import { confirmMissing } from '@/lib/sync/stopped';
import {
  changeLegacy,
  createTopic,
  deleteTopic,
  finishRotation,
  isUnsettled,
  type Managed,
  rotateTopic,
} from '@/lib/webhooks/manage';

const PAGE = '/admin/webhooks';
const DESTRUCTIVE: readonly string[] = ['rotate', 'finish', 'delete', 'legacy'];

type Task = { db: Db; by: SignedIn; now: Date; form: string };

/** Does what an admin decided about webhooks and leads, and says what came of it. */
export async function decideAction(_told: ActionResult | undefined, data: FormData): Promise<ActionResult> {
  const by = await requireAdmin(PAGE);
  const t = await getTranslations('Webhooks');
  const task = { db: await getDb(), by, now: new Date(), form: formOf(data) };
  const { db, now, form } = task;
  const busy = await sayTooOften(db, { limit: LIMITS.adminActs, whom: by.personId });
  if (busy) return { form, tone: 'warn', text: busy };
  const decision = readDecision(data);
  if ('fault' in decision) return { form, tone: 'bad', text: t(decision.fault) };
  if (DESTRUCTIVE.includes(decision.decision) && !isRecent(by, now)) {
    const link = { href: signInAgainPath(PAGE), text: t('signInAgain') };
    return { form, tone: 'warn', text: t('notRecent'), link };
  }
  const told = await act(decision, task);
  revalidatePath(PAGE);
  return told;
}

async function act(decision: Decision, task: Task): Promise<ActionResult> {
  switch (decision.decision) {
    case 'recheck':
      return recheck(decision.lead, task);
    case 'compare':
      return compare(task);
    case 'dismiss':
      return dismiss(decision, task);
    case 'gone':
      return confirmGone(decision.sweep, task);
    default:
      return manage(decision, task);
  }
}

type TopicDecision = Extract<Decision, { topic: unknown }>;

/** ActionResult above everything: the button that was pressed is gone once the topic stands differently. */
async function manage(decision: TopicDecision, { db, by, now }: Task): Promise<ActionResult> {
  const t = await getTranslations('Webhooks');
  const { topic } = decision;
  const managed = await change(db, decision, { topic, by, now });
  if (managed !== 'done') return { form: '', tone: 'info', text: t(`notDone.${managed}`, { topic }) };
  const isDone = await waitFor(async () => !(await isUnsettled(db, topic)));
  const text = t('done', { decision: decision.decision, topic });
  return isDone ? { form: '', tone: 'good', text } : { form: '', tone: 'info', text: t('soon', { topic }) };
}

function change(
  db: Db,
  decision: TopicDecision,
  act: { topic: TopicDecision['topic']; by: SignedIn; now: Date },
): Promise<Managed> {
  switch (decision.decision) {
    case 'rotate':
      return rotateTopic(db, { ...act, baseUrl: env().WEBHOOK_BASE_URL });
    case 'finish':
      return finishRotation(db, act);
    case 'create':
      return createTopic(db, act);
    case 'delete':
      return deleteTopic(db, act);
    case 'legacy':
      return changeLegacy(db, { ...act, allowed: decision.allowed === 'yes' });
  }
}

async function recheck(leadId: string, { db, by, now, form }: Task): Promise<ActionResult> {
  const t = await getTranslations('Webhooks');
  const triedBefore = await recheckLead(db, { leadId, by, now });
  let came: Recheck = 'waiting';
  await waitFor(async () => {
    came = await findRecheck(db, { leadId, triedBefore });
    return came !== 'waiting';
  });
  return { form, tone: RECHECK_TONES[came], text: t(`recheckCame.${came}`, { lead: leadId }) };
}

const RECHECK_TONES = {
  ...{ read: 'good', waiting: 'info', missing: 'warn' },
  ...{ gone: 'warn', 'set-aside': 'warn', 'no-answer': 'warn' },
} as const satisfies Record<Recheck, ActionResult['tone']>;

async function compare({ db, by, now, form }: Task): Promise<ActionResult> {
  await compareLeads(db, { by, now });
  return { form, tone: 'good', text: (await getTranslations('Webhooks'))('comparing') };
}

async function dismiss(
  { lead: leadId, kind }: Extract<Decision, { decision: 'dismiss' }>,
  { db, by, now }: Task,
): Promise<ActionResult> {
  const t = await getTranslations('Webhooks');
  const isDone = await dismissLead(db, { leadId, kind, by, now });
  return isDone
    ? { form: '', tone: 'good', text: t('dismissed') }
    : { form: '', tone: 'info', text: t('notDismissed') };
}

async function confirmGone(sweepId: string, { db, by, now }: Task): Promise<ActionResult> {
  const t = await getTranslations('Webhooks');
  const count = await confirmMissing(db, { sweepId, by, now });
  if (count === undefined) return { form: '', tone: 'info', text: t('notMissing') };
  return { form: '', tone: 'good', text: t('confirming', { count }) };
}
