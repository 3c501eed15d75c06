import { pageAddress } from '@/lib/core/address';
import type { Moment } from '@/lib/core/formats';
import type { PeopleView } from '../query';

/** The view models of the people pages: every text is ready. */

export const PEOPLE_VIEWS = [
  'waiting',
  'people',
  'agents',
  'rules',
  'files',
] as const satisfies readonly PeopleView[];

export type RoleWord = 'agent' | 'manager';

/** An agent that a person is mapped to or may be. */
export type AgentName = {
  /** The form value of the owner. */
  owner: string;
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
  /** As set by an admin; empty if none did. */
  name: string;
  email: string;
  organizationName: string;
  isVerified: boolean;
  leads: string;
  people: { id: string; name: string }[];
};

/** Options of a select under one heading; those of agents, under their organization, with what tells them apart. */
export type ChoiceGroup = { label: string; choices: { value: string; label: string; detail?: string }[] };

export type RuleView = {
  isPublic: boolean;
  domain: string;
  organization: string;
  role: RoleWord;
  people: string;
};

/** The URL of a list, without default values. */
export function peopleAddress(
  view: PeopleView,
  { filter, q, page = 1 }: { filter?: string; q?: string; page?: number } = {},
): string {
  const values = { view, filter: filter === 'all' ? undefined : filter, q };
  return pageAddress('/admin/people', values, page);
}
