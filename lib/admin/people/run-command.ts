import 'server-only';
import { type RuleSet, removeDomainRule, setDomainRule } from '@/lib/auth/domain-rules';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { type Corrected, correctPair } from '@/lib/people/correct-pair';
import { invitationMail } from '@/lib/people/invitation-mail';
import { type Invitation, invitePerson, resendInvitation } from '@/lib/people/invite';
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
import { type HandedOver, transferSubmissions } from '@/lib/people/transfer-submissions';
import type { SignedIn } from '@/lib/sessions/sessions';
import { isRecent } from '@/lib/sessions/sessions';
import type { PeopleAct } from './command';

type Task<Kind extends PeopleAct['act'] = PeopleAct['act']> = {
  act: Extract<PeopleAct, { act: Kind }>;
  by: SignedIn;
  now: Date;
};

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
  | 'sign-in-again'
  | 'no-mail'
  | 'nothing'
  | 'mail-provider'
  | 'suffix'
  | 'rule-exists'
  | 'same'
  | 'proven';

type Counts = { moved?: number; stayed?: number };

/** The rule that is there already. */
type Present = { present?: Extract<RuleSet, { kind: 'exists' }>['present'] };

/** What came of an act, as the key of its sentence, and what that sentence tells. */
export type Came = Counts & Present & ({ isDone: true; kind: Done } | { isDone: false; kind: Refused });

/** Does what an admin asked for. Each move checks for itself that nothing changed since the page was drawn. */
export async function doAct(db: Db, { act, by, now }: Task): Promise<Came> {
  switch (act.act) {
    case 'map':
    case 'unmap':
      return toCame(await changeMapping(db, { act, by, now }));
    case 'invite':
    case 'resend':
      return toCame(await invite(db, { act, by, now }));
    case 'name-organization':
      return toCame(await nameOrganization(db, { ...act, id: act.organizationId, by, now }));
    case 'describe-agent': {
      const seen = { name: act.seenName, email: act.seenEmail };
      const facts = { name: act.name, email: act.email };
      return toCame(await describeAgent(db, { ...act.agent, seen, facts, by, now }));
    }
    case 'type-in': {
      const { organizationName, agentName } = act;
      const names = { organizationName: organizationName || undefined, agentName: agentName || undefined };
      return toCame(await addAgentManually(db, { ...act, ...names, by, now }));
    }
    case 'correct-pair': {
      if (!isRecent(by, now)) return toCame('sign-in-again');
      const { organizationId, agentId } = act;
      return toCorrected(
        await correctPair(db, { wrong: act.pair, right: { organizationId, agentId }, by, now }),
      );
    }
    case 'hand-over':
      if (!isRecent(by, now)) return toCame('sign-in-again');
      return toHandedOver(await transferSubmissions(db, { from: act.agent, toAgentId: act.to, by, now }));
    case 'set-rule':
      return toRuleSet(await setDomainRule(db, { ...act, by, now }));
    case 'remove-rule':
      return toCame(await removeDomainRule(db, { ...act, by, now }));
    default:
      return toCame(await changePerson(db, { act, by, now }));
  }
}

async function changePerson(
  db: Db,
  { act, by, now }: Task<'rename' | 'disable' | 'enable' | 'end-sessions' | 'reset-identity'>,
): Promise<Done | Refused> {
  const task = { by, personId: act.personId, now };
  switch (act.act) {
    case 'rename':
      return renamePerson(db, { ...task, seenName: act.seenName, name: act.name });
    case 'disable':
      if (act.personId === by.personId) return 'yourself';
      return isRecent(by, now) ? disablePerson(db, task) : 'sign-in-again';
    case 'enable':
      return enablePerson(db, task);
    case 'end-sessions':
      return endPersonSessions(db, task);
    case 'reset-identity':
      return isRecent(by, now) ? resetIdentity(db, task) : 'sign-in-again';
  }
}

function changeMapping(db: Db, { act, by, now }: Task<'map' | 'unmap'>): Promise<Done | Refused> {
  const { personId, seenAgent, seenRole } = act;
  const seen: Mapping | undefined = seenAgent && seenRole ? { ...seenAgent, role: seenRole } : undefined;
  const task = { by, personId, seen, now };
  if (act.act === 'unmap') return unmapPerson(db, task);
  return mapPerson(db, { ...task, to: { ...act.agent, role: act.role }, sharing: act.sharing });
}

async function invite(db: Db, { act, by, now }: Task<'invite' | 'resend'>): Promise<Done | Refused> {
  if (act.act === 'invite') {
    const agent = await findAgent(db, act.agent);
    const invitation = toInvitation(agent?.organizationName ?? agent?.organizationId);
    const to = { ...act.agent, role: act.role };
    return (await invitePerson(db, { by, email: act.email, name: act.name, to, invitation, now })).kind;
  }
  const person = await findPerson(db, act.personId);
  const invitation = toInvitation(person?.organizationName ?? person?.organizationId ?? undefined);
  if (!invitation) return 'no-mail';
  return resendInvitation(db, { by, personId: act.personId, invitation, now });
}

/** Undefined where no mail can be sent from here. */
function toInvitation(organization: string | undefined): Invitation | undefined {
  const { APP_URL, APP_SECRET, BRAND_NAME, SMTP_URL } = env();
  if (!SMTP_URL) return undefined;
  const mail = invitationMail({ appUrl: APP_URL, brand: BRAND_NAME, organization });
  return { mail, vault: createVault(APP_SECRET, 'mail') };
}

function toCorrected(corrected: Corrected): Came {
  if (corrected.kind !== 'done') return toCame(corrected.kind);
  return { ...toCame('done'), moved: corrected.sent, stayed: corrected.stayed };
}

function toHandedOver(handed: HandedOver): Came {
  if (handed.kind === 'foreign-agent') return toCame(handed.kind);
  return { ...toCame(handed.kind), moved: handed.movable, stayed: handed.stays };
}

function toRuleSet(set: RuleSet): Came {
  if (set.kind === 'exists') return { isDone: false, kind: 'rule-exists', present: set.present };
  return toCame(set.kind === 'public' ? set.why : set.kind);
}

function toCame(kind: Done | Refused): Came {
  return kind === 'done' || kind === 'invited' || kind === 'added'
    ? { isDone: true, kind }
    : { isDone: false, kind };
}
