import type { Moment } from '@/components/ui/time';

/** What the pages about people draw: every text is ready. */

export const PEOPLE_VIEWS = ['waiting', 'people', 'agents', 'rules', 'files'] as const;

export type PeopleView = (typeof PEOPLE_VIEWS)[number];

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

export type PagerView = { page: number; pages: number; previous?: string; next?: string };

/** The address of an agent's page; `corrected` where its pair was corrected a moment ago. */
export function agentHref({
  organizationId,
  id,
  corrected,
}: {
  organizationId: string;
  id: string;
  corrected?: boolean;
}): string {
  const params = new URLSearchParams({ organization: organizationId, agent: id });
  if (corrected) params.set('corrected', 'yes');
  return `/admin/people/agent?${params}`;
}

/** What a file of people did or would do: every text is ready. */
export type ImportAnswer = {
  tone: 'good' | 'info' | 'bad';
  title: string;
  lines: {
    line: number;
    email: string;
    outcome: 'added' | 'changed' | 'same' | 'wrong';
    label: string;
    problems: string[];
  }[];
  /** How many lines are not listed; empty if all are. */
  more: string;
};
