import 'server-only';
import type { Role } from '@/lib/auth/domain-rules';

/** An agent that the person may be. */
export type Candidate = {
  organizationId: string;
  organizationName: string | null;
  agentId: string;
  agentName: string | null;
  email: string | null;
  leads: number;
};

/** The reason for a suggestion, the strongest first. */
export const REASONS = ['address', 'name', 'rule', 'domain'] as const;

export type Suggestion = Candidate & { role: Role; reason: (typeof REASONS)[number] };

export type Evidence = {
  person: { email: string; name: string };
  /** The rule for the domain of the person's address, if any. */
  rule?: { organizationId: string; role: Role };
  /** The number of people and agents who share the domain, by organization. */
  sharers: ReadonlyMap<string, number>;
  /** Agents without a mapped person. */
  free: readonly Candidate[];
};

const MAX_SHOWN = 4;

/**
 * Guesses which agent a waiting person is, best first: the agent with exactly this address; agents of
 * organizations whose people share the domain, the rule's before others, those with the same name first; then
 * by leads, because an active agent is missed most. An admin decides.
 */
export function suggest(evidence: Evidence): Suggestion[] {
  const { rule, sharers, free } = evidence;
  return free
    .flatMap((candidate) => {
      const reason = reasonFor(candidate, evidence);
      if (!reason) return [];
      const isRuled = candidate.organizationId === rule?.organizationId;
      return [{ ...candidate, reason, isRuled, role: isRuled ? rule.role : ('agent' as const) }];
    })
    .toSorted(
      (one, other) =>
        REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) ||
        Number(other.isRuled) - Number(one.isRuled) ||
        (sharers.get(other.organizationId) ?? 0) - (sharers.get(one.organizationId) ?? 0) ||
        other.leads - one.leads ||
        (one.agentId < other.agentId ? -1 : 1),
    )
    .slice(0, MAX_SHOWN)
    .map(({ isRuled, ...suggestion }) => suggestion);
}

function reasonFor(
  candidate: Candidate,
  { person, rule, sharers }: Evidence,
): Suggestion['reason'] | undefined {
  if (candidate.email === person.email) return 'address';
  // An agent with another address is another person.
  if (candidate.email) return undefined;
  const isRuled = candidate.organizationId === rule?.organizationId;
  if (!isRuled && !sharers.has(candidate.organizationId)) return undefined;
  if (candidate.agentName && sameName(candidate.agentName, person.name)) return 'name';
  return isRuled ? 'rule' : 'domain';
}

function sameName(one: string, other: string): boolean {
  return toWords(one) === toWords(other);
}

function toWords(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted().join(' ');
}
