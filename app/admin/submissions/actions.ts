'use server';

import { getTranslations } from 'next-intl/server';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { LIMITS } from '@/lib/limits/limits';
import { correctOwner, retryOwner } from '@/lib/people/correct-owner';
import {
  type Decided,
  matchLead,
  resendSubmission,
  returnBlocked,
  returnSubmission,
} from '@/lib/submissions/review';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { retryDeadJob } from '../ask-worker';
import { needsRecentSignIn, type SubmissionsCommand, submissionsInput } from './command';

/** Decides about submissions, rejected owners, and dead jobs. */
export const submissionsAction = adminAction({
  page: '/admin/submissions',
  input: submissionsInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runSubmissionsCommand,
});

type Name = SubmissionsCommand['command'];
type Command<One extends Name = Name> = Extract<SubmissionsCommand, { command: One }>;
type ReviewCommand = Command<'adopt' | 'resend' | 'return'>;
type OwnerCommand = Command<'correct-owner' | 'retry-owner' | 'return-owner'>;

/** Runs an admin's decision about a submission, a rejected owner, or a dead job. */
function runSubmissionsCommand(
  command: SubmissionsCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  switch (command.command) {
    case 'retry-job':
      return retryJob(command, context);
    case 'adopt':
    case 'resend':
    case 'return':
      return review(command, context);
    default:
      return changeOwner(command, context);
  }
}

async function retryJob({ job }: Command<'retry-job'>, context: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Submissions');
  const isRetried = await retryDeadJob(context.db, { ...context, id: job });
  return isRetried
    ? { tone: 'good', at: 'page', text: t('done', { kind: 'retry-job', number: '' }) }
    : { tone: 'info', at: 'page', text: t('notDead') };
}

async function review(command: ReviewCommand, context: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Submissions');
  const number = command.command === 'adopt' ? command.leadId : '';
  const decided = await decide(command, context);
  switch (decided.kind) {
    case 'done':
      return { tone: 'good', at: 'page', text: t('done', { kind: command.command, number }) };
    case 'similar':
    case 'unsearched':
      return { tone: 'warn', text: t(`notSent.${decided.kind}`) };
    case 'late':
      return { tone: 'info', at: 'page', text: t('late', { state: decided.state ?? 'none' }) };
    default:
      return { tone: 'bad', text: t(`notAdopted.${decided.kind}`, { number }) };
  }
}

function decide(command: ReviewCommand, { db, by, now }: CommandContext): Promise<Decided> {
  const { submission: submissionId, attempts: seenAttempts } = command;
  const about = { submissionId, seenAttempts, by, now, log: log() };
  switch (command.command) {
    case 'adopt':
      return matchLead(db, { ...about, leadId: command.leadId });
    case 'resend':
      return resendSubmission(db, {
        ...about,
        seenLeads: command.seenLeads,
        marker: env().SERVICE_MARKER_FIELD,
      });
    case 'return':
      return returnSubmission(db, { ...about, reason: command.reason });
  }
}

async function changeOwner(command: OwnerCommand, { db, by, now }: CommandContext): Promise<CommandOutcome> {
  const t = await getTranslations('Submissions.rejectedOwner');
  const people = await getTranslations('People');
  const { owner } = command;
  switch (command.command) {
    case 'correct-owner': {
      const { organizationId, agentId } = command;
      const corrected = await correctOwner(db, { by, wrong: owner, right: { organizationId, agentId }, now });
      if (corrected.kind !== 'done') return { tone: 'bad', text: people(`refused.${corrected.kind}`) };
      const { sent, stayed } = corrected;
      return { tone: 'good', at: 'page', text: t('corrected', { sent, stayed }) };
    }
    case 'retry-owner': {
      const { sent, stayed } = await retryOwner(db, { by, owner, now });
      return toOutcome(sent, t('retried', { sent, stayed }));
    }
    case 'return-owner': {
      const count = await returnBlocked(db, { by, owner, reason: command.reason, now, log: log() });
      return toOutcome(count, t('returned', { count }));
    }
  }
}

/** If nothing was done, its card is still shown. */
function toOutcome(count: number, text: string): CommandOutcome {
  return count > 0 ? { tone: 'good', at: 'page', text } : { tone: 'info', text };
}
