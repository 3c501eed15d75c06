import type { Moment } from '@/components/ui/time';
import type { PeopleView } from '@/lib/admin/people/query';
import { pageAddress } from '@/lib/core/address';

/** What the pages about people draw: every text is ready. */

export const PEOPLE_VIEWS = [
  'waiting',
  'people',
  'agents',
  'rules',
  'files',
] as const satisfies readonly PeopleView[];

export type RoleWord = 'agent' | 'manager';

/** An agent that somebody is mapped to or may be. */
export type AgentName = {
  /** The value of the pair in a form. */
  pair: string;
  organization: string;
  agent: string;
};

export type SuggestionView = AgentName & {
  role: RoleWord;
  reason: 'address' | 'name' | 'rule' | 'domain';
};

export type WaitingView = {
  id: string;
  name: string;
  email: string;
  since: Moment;
  suggestions: SuggestionView[];
};

export type PersonState = 'admin' | 'waiting' | 'mapped' | 'invited' | 'disabled';

export type PersonView = {
  id: string;
  name: string;
  email: string;
  states: PersonState[];
  actsFor?: AgentName & { role: RoleWord };
  invited?: Moment;
  lastSignIn?: Moment;
  hasAccount: boolean;
};

export type AgentView = AgentName & {
  id: string;
  organizationId: string;
  /** As the admin wrote them; empty if nobody did. */
  name: string;
  email: string;
  organizationName: string;
  isProven: boolean;
  leads: string;
  people: { id: string; name: string }[];
};

/** One entry of a list of agents to choose from, under its organization. */
export type ChoiceGroup = { label: string; choices: { value: string; label: string }[] };

export type RuleView = {
  isPublic: boolean;
  domain: string;
  organization: string;
  role: RoleWord;
  people: string;
};

/** The address of a list, without what is as it is anyway. */
export function peopleAddress(
  view: PeopleView,
  { filter, q, page = 1 }: { filter?: string; q?: string; page?: number } = {},
): string {
  const values = { view, filter: filter === 'all' ? undefined : filter, q };
  return pageAddress('/admin/people', values, page);
}
