'use server';

import { getTranslations } from 'next-intl/server';
import { writeAudit } from '@/lib/audit/write-audit';
import { env } from '@/lib/core/env';
import { dismissConflict } from '@/lib/leads/conflicts';
import { LIMITS } from '@/lib/limits/limits';
import { confirmMissing } from '@/lib/sync/stopped';
import {
  createTopic,
  deleteTopic,
  finishRotation,
  isTopicPending,
  type Managed,
  rotateTopic,
} from '@/lib/webhooks/manage';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { compareLeads } from '../ask-worker';
import { needsRecentSignIn, type WebhooksCommand, webhooksInput } from './command';
import { findRecheck, type Recheck, recheckLead } from './recheck';

/** Changes subscriptions, and refetches, compares or dismisses leads. */
export const webhooksAction = adminAction({
  page: '/admin/webhooks',
  input: webhooksInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runWebhooksCommand,
});

type Command<Name extends WebhooksCommand['command']> = Extract<WebhooksCommand, { command: Name }>;
type TopicCommand = Extract<WebhooksCommand, { topic: unknown }>;

/** Runs an admin's command about webhooks and leads. */
async function runWebhooksCommand(
  command: WebhooksCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  switch (command.command) {
    case 'recheck':
      return recheck(command.lead, context);
    case 'compare':
      await compareLeads(context.db, context);
      return { tone: 'good', text: (await getTranslations('Webhooks'))('comparing') };
    case 'dismiss':
      return dismiss(command, context);
    case 'gone':
      return confirmGone(command.fullSync, context);
    default:
      return manage(command, context);
  }
}

/** Shown above everything: the button is gone once the topic's state has changed. */
async function manage(command: TopicCommand, context: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Webhooks');
  const { topic } = command;
  const managed = await changeTopic(command, context);
  if (managed === 'late') return { tone: 'info', at: 'page', text: t('late', { topic }) };
  const isDone = await waitFor(async () => !(await isTopicPending(context.db, topic)));
  return isDone
    ? { tone: 'good', at: 'page', text: t('done', { decision: command.command, topic }) }
    : { tone: 'info', at: 'page', text: t('soon', { topic }) };
}

function changeTopic(command: TopicCommand, { db, by, now }: CommandContext): Promise<Managed> {
  const change = { topic: command.topic, by, now };
  switch (command.command) {
    case 'rotate':
      return rotateTopic(db, { ...change, baseUrl: env().WEBHOOK_BASE_URL });
    case 'finish':
      return finishRotation(db, change);
    case 'create':
      return createTopic(db, change);
    case 'delete':
      return deleteTopic(db, change);
  }
}

const RECHECK_TONES = {
  read: 'good',
  waiting: 'info',
  missing: 'warn',
  gone: 'warn',
  quarantined: 'warn',
  'no-answer': 'warn',
} as const satisfies Record<Recheck, CommandOutcome['tone']>;

async function recheck(leadId: string, { db, by, now }: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Webhooks');
  const triedBefore = await recheckLead(db, { leadId, by, now });
  let found: Recheck = 'waiting';
  await waitFor(async () => {
    found = await findRecheck(db, { leadId, triedBefore });
    return found !== 'waiting';
  });
  return { tone: RECHECK_TONES[found], text: t(`recheckCame.${found}`, { lead: leadId }) };
}

/** Resolves a conflict, a lead about which the portal contradicts itself: it is not shown again for this reason. */
async function dismiss(
  { lead: leadId, kind }: Command<'dismiss'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Webhooks');
  const isDone = await db.transaction(async (tx) => {
    if (!(await dismissConflict(tx, { leadId, kind, now }))) return false;
    await writeAudit(tx, { by, event: 'lead.dismissed', subject: `lead ${leadId}`, at: now });
    return true;
  });
  return isDone
    ? { tone: 'good', at: 'page', text: t('dismissed') }
    : { tone: 'info', at: 'page', text: t('notDismissed') };
}

async function confirmGone(fullSyncId: string, { db, by, now }: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Webhooks');
  const count = await confirmMissing(db, { fullSyncId, by, now });
  return count === undefined
    ? { tone: 'info', at: 'page', text: t('notMissing') }
    : { tone: 'good', at: 'page', text: t('confirming', { count }) };
}

/** How long an admin waits for the worker before the page says "soon", in milliseconds. */
const TIMEOUT_MS = 3_000;
const POLL_MS = 100;

/** Waits for a result of the worker, up to three seconds; returns whether it is true. */
async function waitFor(isTrue: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
