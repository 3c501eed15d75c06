import { getTranslations } from 'next-intl/server';
import { ownerValue } from '@/components/admin/owner-inputs';
import { getFormats } from '@/components/ui/formats';
import { isolate } from '@/lib/core/isolate';
import { shortId } from '@/lib/core/short-id';
import type { AgentRow } from '@/lib/people/list-agents';
import type { PersonRow } from '@/lib/people/list-people';
import type { Suggestion } from '@/lib/people/suggestions';
import type { AgentChoices } from './people-mapping';
import type { AgentView, ChoiceGroup, PersonState, PersonView, WaitingView } from './people-view';

/** People as the pages show them. Admins by `ADMIN_EMAILS` do not count as waiting. */
export async function toPersonViews(
  rows: readonly PersonRow[],
  { adminEmails, now }: { adminEmails: readonly string[]; now: Date },
): Promise<PersonView[]> {
  const { moment } = await getFormats();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    hasAccount: row.hasIdentity,
    states: statesOf(row, adminEmails),
    actsFor: toActsFor(row),
    invited: row.invitedAt ? moment(row.invitedAt.toISOString(), now) : undefined,
    lastSignIn: row.lastSignInAt ? moment(row.lastSignInAt.toISOString(), now) : undefined,
  }));
}

function statesOf(row: PersonRow, adminEmails: readonly string[]): PersonState[] {
  const isAdmin = row.isAdmin || adminEmails.includes(row.email);
  const states: PersonState[] = [];
  if (isAdmin) states.push('admin');
  if (row.disabledAt) states.push('disabled');
  if (row.invitedAt && !row.lastSignInAt) states.push('invited');
  if (row.agentId) states.push('mapped');
  else if (!isAdmin && !row.disabledAt) states.push('waiting');
  return states;
}

function toActsFor({ organizationId, agentId, role, ...names }: PersonRow) {
  if (!organizationId || !agentId || !role) return undefined;
  return { ...toAgentName({ organizationId, agentId, ...names }), role };
}

/** Waiting people, with their suggestions. */
export async function toWaitingViews(
  rows: readonly PersonRow[],
  { suggestions, now }: { suggestions: ReadonlyMap<string, Suggestion[]>; now: Date },
): Promise<WaitingView[]> {
  const { moment } = await getFormats();
  return rows.map(({ id, name, email, createdAt }) => ({
    id,
    name,
    email,
    since: moment(createdAt.toISOString(), now),
    suggestions: (suggestions.get(id) ?? []).map(({ role, reason, ...agent }) => ({
      ...toAgentName(agent),
      role,
      reason,
    })),
  }));
}

type Named = Pick<AgentRow, 'organizationId' | 'organizationName' | 'agentId' | 'agentLabel'>;

function toAgentName({ organizationId, organizationName, agentId, agentLabel }: Named) {
  return {
    owner: ownerValue({ organizationId, agentId }),
    organization: organizationName ?? shortId(organizationId),
    agent: agentLabel ?? shortId(agentId),
  };
}

/** Agents with the people mapped to them. */
export async function toAgentViews(
  rows: readonly AgentRow[],
  mapped: readonly PersonRow[],
): Promise<AgentView[]> {
  const { number } = await getFormats();
  return rows.map((row) => ({
    ...toAgentName(row),
    id: row.agentId,
    organizationId: row.organizationId,
    name: row.agentName ?? '',
    email: row.email ?? '',
    organizationName: row.organizationName ?? '',
    isVerified: row.verifiedAt !== null,
    leads: number(row.leads),
    people: mapped
      .filter((person) => person.organizationId === row.organizationId && person.agentId === row.agentId)
      .map(({ id, name }) => ({ id, name })),
  }));
}

/** Adjacent rows of one organization as groups, in the same order. */
export function byOrganization<Row extends { organizationId: string }>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.organizationId, [...(groups.get(row.organizationId) ?? []), row]);
  return [...groups.values()];
}

/** Agents to choose from, grouped by organization; `own` is always included. */
export async function toAgentChoices(
  found: { rows: AgentRow[]; isCut: boolean },
  { find, own }: { find: string; own?: AgentRow },
): Promise<AgentChoices> {
  const t = await getTranslations('People.person');
  const isListed = found.rows.some(
    (row) => row.organizationId === own?.organizationId && row.agentId === own.agentId,
  );
  const rows = own && !isListed ? [own, ...found.rows] : found.rows;
  const groups = byOrganization(rows).map((agents): ChoiceGroup => {
    const choices = agents.map((row) => {
      const { agent, owner } = toAgentName(row);
      const facts = [
        t('mapped', { count: row.people }),
        t('leads', { count: row.leads }),
        row.email && isolate(row.email),
        row.verifiedAt ? '' : t('unverified'),
      ];
      return { value: owner, label: agent, detail: facts.filter(Boolean).join(' · ') };
    });
    const [first] = agents;
    return { label: first?.organizationName ?? shortId(first?.organizationId ?? ''), choices };
  });
  return { groups, find, isCut: found.isCut };
}
