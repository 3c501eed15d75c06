'use server';

import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { type RuleSet, removeDomainRule, setDomainRule } from '@/lib/auth/domain-rules';
import { getLanguage } from '@/lib/auth/language';
import { getBrand } from '@/lib/brand/current';
import { agentAddress } from '@/lib/core/address';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { isLocale } from '@/lib/i18n/locales';
import { LIMITS } from '@/lib/limits/limits';
import { correctOwner } from '@/lib/people/correct-owner';
import { type Invitation, invitationMail, invitePerson, resendInvitation } from '@/lib/people/invite';
import { findAgent } from '@/lib/people/list-agents';
import { findPerson } from '@/lib/people/list-people';
import { type Mapping, mapPerson, unmapPerson } from '@/lib/people/membership';
import { addAgentManually, describeAgent, nameOrganization } from '@/lib/people/owners';
import {
  disablePerson,
  enablePerson,
  endPersonSessions,
  renamePerson,
  resetIdentity,
} from '@/lib/people/person';
import { transferSubmissions } from '@/lib/people/transfer-submissions';
import { startView } from '@/lib/sessions/view-as';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { needsRecentSignIn, type PeopleCommand, peopleInput, targetValue } from './command';

/** Changes one thing about people, organizations or agents. */
export const peopleAction = adminAction({
  page: '/admin/people',
  input: peopleInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runPeopleCommand,
});

type Name = PeopleCommand['command'];
type Command<One extends Name = Name> = Extract<PeopleCommand, { command: One }>;

type Done = 'done' | 'invited' | 'added';
type Refused =
  | 'late'
  | 'unknown'
  | 'foreign-agent'
  | 'taken'
  | 'known'
  | 'elsewhere'
  | 'address-taken'
  | 'yourself'
  | 'no-mail'
  | 'nothing'
  | 'mail-provider'
  | 'suffix'
  | 'rule-exists'
  | 'same'
  | 'verified'
  | 'view-yourself'
  | 'view-admin'
  | 'view-disabled'
  | 'view-nothing-to-see';

/** The result of a command: the key of its message, and the message's values. */
type Result = {
  kind: Done | Refused;
  moved?: number;
  stayed?: number;
  drafts?: number;
  imports?: number;
  /** The existing rule. */
  present?: Extract<RuleSet, { kind: 'exists' }>['present'];
};

const IN_PLACE: readonly Name[] = ['view-as', 'invite', 'type-in', 'set-rule'];

/** Runs an admin's command. Each change checks that nothing has changed since the page was rendered. */
async function runPeopleCommand(command: PeopleCommand, context: CommandContext): Promise<CommandOutcome> {
  const result = await change(command, context);
  // For the others, the subject may be gone from the page.
  const at = IN_PLACE.includes(command.command) ? {} : ({ at: 'page' } as const);
  if (isDone(result.kind)) return { tone: 'good', ...at, ...(await describeDone(command, result)) };
  // An owner is corrected where it was entered.
  const place = command.command === 'correct-owner' ? {} : at;
  return { tone: 'bad', ...place, ...(await describeRefused(result.kind, result)) };
}

const isDone = (kind: Result['kind']): kind is Done => ['done', 'invited', 'added'].includes(kind);

async function describeDone(command: Command, result: Result) {
  const { kind, moved = 0, stayed = 0, drafts = 0, imports = 0 } = result;
  // Says so itself, on each page.
  if (command.command === 'view-as') redirect('/leads');
  const t = await getTranslations('People.done');
  // The current page is that of the wrong owner.
  if (command.command === 'correct-owner') redirect(agentAddress({ ...command, corrected: true }));
  return { text: kind === 'added' ? t('added') : t(command.command, { moved, stayed, drafts, imports }) };
}

async function describeRefused(kind: Refused, { stayed = 0, present }: Result) {
  const t = await getTranslations('People');
  const organization = present?.organizationName ?? present?.organizationId ?? '';
  const role = t(`role.${present?.role ?? 'agent'}`);
  const text = t(`refused.${kind}`, { stayed, organization, role });
  if (!present) return { text };
  const label = t('rules.replace', { organization, role });
  return { text, confirm: { name: 'replaces', value: targetValue(present), label } };
}

async function change(command: Command, context: CommandContext): Promise<Result> {
  const { db, by, now } = context;
  switch (command.command) {
    case 'map':
    case 'unmap':
      return { kind: await changeMapping(command, context) };
    case 'invite':
    case 'resend':
      return { kind: await invite(command, context) };
    case 'name-organization':
      return { kind: await nameOrganization(db, { ...command, id: command.organizationId, by, now }) };
    case 'describe-agent': {
      const seen = { name: command.seenName, email: command.seenEmail };
      const facts = { name: command.name, email: command.email };
      return { kind: await describeAgent(db, { ...command.agent, seen, facts, by, now }) };
    }
    case 'type-in': {
      const { organizationName, agentName } = command;
      const names = { organizationName: organizationName || undefined, agentName: agentName || undefined };
      return { kind: await addAgentManually(db, { ...command, ...names, by, now }) };
    }
    case 'correct-owner':
      return correct(command, context);
    case 'transfer': {
      const transferred = await transferSubmissions(db, {
        from: command.agent,
        toAgentId: command.to,
        by,
        now,
      });
      const { kind } = transferred;
      if (!('movable' in transferred)) return { kind };
      return { ...transferred, moved: transferred.movable, stayed: transferred.stays };
    }
    case 'view-as':
      return { kind: await viewAs(command, context) };
    case 'set-rule':
      return toRuleResult(await setDomainRule(db, { ...command, by, now }));
    case 'remove-rule':
      return { kind: await removeDomainRule(db, { ...command, by, now }) };
    default:
      return { kind: await changePerson(command, context) };
  }
}

async function correct(command: Command<'correct-owner'>, { db, by, now }: CommandContext): Promise<Result> {
  const { organizationId, agentId } = command;
  const corrected = await correctOwner(db, {
    wrong: command.owner,
    right: { organizationId, agentId },
    by,
    now,
  });
  if (corrected.kind !== 'done') return { kind: corrected.kind };
  return { kind: 'done', moved: corrected.sent, stayed: corrected.stayed };
}

async function changePerson(
  command: Command<'rename' | 'disable' | 'enable' | 'end-sessions' | 'reset-identity'>,
  { db, by, now }: CommandContext,
): Promise<Done | Refused> {
  const change = { by, personId: command.personId, now };
  switch (command.command) {
    case 'rename':
      return renamePerson(db, { ...change, seenName: command.seenName, name: command.name });
    case 'disable':
      return command.personId === by.personId ? 'yourself' : disablePerson(db, change);
    case 'enable':
      return enablePerson(db, change);
    case 'end-sessions':
      return endPersonSessions(db, change);
    case 'reset-identity':
      return resetIdentity(db, change);
  }
}

async function viewAs(
  { personId, reason }: Command<'view-as'>,
  { db, by, now }: CommandContext,
): Promise<Done | Refused> {
  const { DEMO: demo, ADMIN_EMAILS: adminEmails } = env();
  const started = await startView(db, { by, personId, reason, now, demo, adminEmails });
  return started === 'done' || started === 'unknown' ? started : `view-${started}`;
}

function changeMapping(
  command: Command<'map' | 'unmap'>,
  { db, by, now }: CommandContext,
): Promise<Done | Refused> {
  const { personId, seenAgent, seenRole } = command;
  const seen: Mapping | undefined = seenAgent && seenRole ? { ...seenAgent, role: seenRole } : undefined;
  const change = { by, personId, seen, now };
  if (command.command === 'unmap') return unmapPerson(db, change);
  const to = { ...command.agent, role: command.role };
  return mapPerson(db, { ...change, to, sharing: command.sharing });
}

async function invite(
  command: Command<'invite' | 'resend'>,
  { db, by, now }: CommandContext,
): Promise<Done | Refused> {
  if (command.command === 'invite') {
    const { agent: owner, role, email, name, locale } = command;
    const agent = await findAgent(db, owner);
    const invitation = await toInvitation({
      organization: agent?.organizationName ?? agent?.organizationId,
      locale,
    });
    return (await invitePerson(db, { by, email, name, to: { ...owner, role }, invitation, now })).kind;
  }
  const person = await findPerson(db, command.personId);
  const invitation = await toInvitation({
    organization: person?.organizationName ?? person?.organizationId ?? undefined,
    locale: person?.locale,
  });
  if (!invitation) return 'no-mail';
  return resendInvitation(db, { by, personId: command.personId, invitation, now });
}

/**
 * Undefined if the desk cannot send mail.
 *
 * @param to.locale the language of the invited person; without one, that of the inviting admin
 */
async function toInvitation(to: {
  organization: string | undefined;
  locale: string | null | undefined;
}): Promise<Invitation | undefined> {
  const { APP_URL, APP_SECRET, SMTP_URL } = env();
  if (!SMTP_URL) return undefined;
  const locale = isLocale(to.locale) ? to.locale : (await getLanguage()).locale;
  const about = { appUrl: APP_URL, brand: await getBrand(), organization: to.organization };
  const mail = invitationMail(about, await loadCatalogue(locale));
  return { mail, vault: createVault(APP_SECRET, 'mail') };
}

function toRuleResult(set: RuleSet): Result {
  if (set.kind === 'exists') return { kind: 'rule-exists', present: set.present };
  return { kind: set.kind === 'public' ? set.why : set.kind };
}
