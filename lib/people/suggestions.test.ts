import { describe, expect, it } from 'vitest';
import { type Candidate, type Evidence, suggest } from './suggestions';

const agent = (agentId: string, facts: Partial<Candidate> = {}): Candidate => ({
  organizationId: 'org',
  organizationName: null,
  agentId,
  agentName: null,
  agentLabel: null,
  email: null,
  leads: 0,
  ...facts,
});

function ids(evidence: Partial<Evidence>): string[] {
  const person = { email: 'sam@northwind.example', name: 'Sam Ito' };
  return suggest({ person, sharers: new Map(), free: [], ...evidence }).map(({ agentId }) => agentId);
}

describe('suggestions for a waiting person', () => {
  it('start with the agent of exactly this address, in any organization', () => {
    const free = [agent('a'), agent('b', { organizationId: 'far', email: 'sam@northwind.example' })];
    expect(ids({ free, sharers: new Map([['org', 9]]) })).toEqual(['b', 'a']);
  });

  it('put the same name first, in any order of its parts', () => {
    const free = [agent('a', { leads: 9 }), agent('b', { agentName: 'ITO, Sam' })];
    expect(ids({ free, sharers: new Map([['org', 1]]) })).toEqual(['b', 'a']);
  });

  it('put the organization of the domain rule before those that only share the domain', () => {
    const free = [agent('a', { leads: 9 }), agent('b', { organizationId: 'ruled' })];
    const rule = { organizationId: 'ruled', role: 'manager' } as const;
    const evidence = { free, rule, sharers: new Map([['org', 5]]) };
    expect(ids(evidence)).toEqual(['b', 'a']);
    const person = { email: 'sam@northwind.example', name: 'Sam Ito' };
    expect(suggest({ person, ...evidence }).map(({ role }) => role)).toEqual(['manager', 'agent']);
  });

  it('then are sorted by how many share the domain, and by leads', () => {
    const free = [
      agent('few'),
      agent('many', { organizationId: 'big' }),
      agent('most', { organizationId: 'big', leads: 4 }),
    ];
    const sharers = new Map([
      ['org', 1],
      ['big', 7],
    ]);
    expect(ids({ free, sharers })).toEqual(['most', 'many', 'few']);
  });

  it('exclude organizations that share nothing, and agents with another address', () => {
    const free = [
      agent('stranger', { organizationId: 'far', agentName: 'Sam Ito' }),
      agent('other', { email: 'kim@northwind.example' }),
    ];
    expect(ids({ free, sharers: new Map([['org', 3]]) })).toEqual([]);
  });

  it('are limited to four', () => {
    const free = Array.from({ length: 9 }, (_, index) => agent(`a${index}`));
    expect(ids({ free, sharers: new Map([['org', 1]]) })).toEqual(['a0', 'a1', 'a2', 'a3']);
  });
});
