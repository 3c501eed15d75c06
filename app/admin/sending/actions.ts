'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { reviveJob } from '@/lib/admin/ask-worker';
import { type Decision, type PairDecision, readDecision } from '@/lib/admin/sending/command';
import { decideAboutPair, toValues } from '@/lib/admin/sending/run-pair-command';
import type { Actor } from '@/lib/audit/write-audit';
import { requireAdmin, signInAgainPath } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { sayTooOften } from '@/lib/limits/rate-limit';
import { isRecent } from '@/lib/sessions/sessions';
import { adoptLead, type Decided, giveBackSubmission, resendSubmission } from '@/lib/submissions/review';

/** Does what an admin decided about one submission, or one job that was given up, and says what came of it. */
export async function decideAction(_told: ActionResult | undefined, data: FormData): Promise<ActionResult> {
  const by = await requireAdmin('/admin/sending');
  const t = await getTranslations('Sending');
  const busy = await sayTooOften(await getDb(), { limit: LIMITS.adminActs, whom: by.personId });
  if (busy) return { form: '', tone: 'warn', text: busy };
  const decision = readDecision(data);
  if (!decision) return sayIncomplete(data);
  if ('pair' in decision) return decideAboutPair(decision, { by, data });
  if (decision.kind === 'again' && !isRecent(by, new Date())) {
    // It may make a second lead: that asks for a sign-in of these minutes.
    const link = { href: signInAgainPath('/admin/sending'), text: t('signInAgain') };
    return { form: `again ${decision.submissionId}`, tone: 'warn', text: t('notRecent'), link };
  }
  const told = decision.kind === 'revive' ? await tryAgain(decision.job, by) : await review(decision, by);
  revalidatePath('/admin/sending');
  return told;
}

async function tryAgain(id: number, by: Actor): Promise<ActionResult> {
  const t = await getTranslations('Sending');
  const isRevived = await reviveJob(await getDb(), { id, by, now: new Date() });
  return isRevived
    ? { form: '', tone: 'good', text: t('done', { kind: 'revive', number: '' }) }
    : { form: '', tone: 'info', text: t('notDead') };
}

async function sayIncomplete(data: FormData): Promise<ActionResult> {
  const t = await getTranslations('Sending');
  const about = data.get('submission');
  if (about !== null) return { form: `${data.get('decision')} ${about}`, tone: 'bad', text: t('incomplete') };
  const form = `${data.get('decision')} ${data.get('pair')}`;
  return { form, tone: 'bad', text: t('wrongPair.incomplete'), values: toValues(data) };
}

type ReviewDecision = Exclude<Decision, PairDecision | { kind: 'revive' }>;

async function review(decision: ReviewDecision, by: Actor): Promise<ActionResult> {
  const t = await getTranslations('Sending');
  const { kind, submissionId } = decision;
  const number = kind === 'adopt' ? decision.leadId : '';
  const decided = await act(decision, by);
  if (decided.kind === 'done') return { form: '', tone: 'good', text: t('done', { kind, number }) };
  if (decided.kind === 'similar' || decided.kind === 'unsearched') {
    return { form: `again ${submissionId}`, tone: 'warn', text: t(`notSent.${decided.kind}`) };
  }
  if (decided.kind === 'late') {
    return { form: '', tone: 'info', text: t('late', { state: decided.state ?? 'none' }) };
  }
  const text = t(`notAdopted.${decided.kind}`, { number });
  return { form: `${kind} ${submissionId}`, tone: 'bad', text };
}

async function act(decision: ReviewDecision, by: Actor): Promise<Decided> {
  const db = await getDb();
  const task = { ...decision, by, now: new Date(), log: log() };
  switch (task.kind) {
    case 'adopt':
      return adoptLead(db, task);
    case 'again':
      return resendSubmission(db, { ...task, marker: env().SERVICE_MARKER_FIELD });
    case 'back':
      return giveBackSubmission(db, task);
  }
}
