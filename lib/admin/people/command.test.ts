import { describe, expect, it } from 'vitest';
import { pairValue } from '@/lib/people/pair';
import { readAct } from './command';

function read(post: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(post)) data.set(name, value);
  return readAct(data);
}

const pair = { organizationId: 'o "1"', agentId: 'a,[]' };
const agent = pairValue(pair);

describe('a posted act', () => {
  it('names pairs by ids that hold any sign', () => {
    const post = { act: 'map', personId: 'per_1', agent, role: 'agent', seenAgent: '', seenRole: '' };
    expect(read(post)).toEqual({ act: { ...post, agent: pair, sharing: 'allowed' } });
  });

  it('takes an empty name or address for none', () => {
    const post = {
      act: 'describe-agent',
      agent,
      seenName: '',
      seenEmail: 'a@x.example',
      name: ' ',
      email: '',
    };
    expect(read(post)).toEqual({
      act: { ...post, agent: pair, seenName: null, name: null, email: null },
    });
  });

  it('reads a domain with or without the at sign', () => {
    const post = { act: 'set-rule', organizationId: 'o', role: 'manager' };
    for (const domain of ['@Northwind.Example', ' northwind.example']) {
      expect(read({ ...post, domain })).toMatchObject({ act: { domain: 'northwind.example' } });
    }
  });

  it.each([
    [{ act: 'invite', email: 'a@x.example,b@x.example', name: 'A', agent, role: 'agent' }, 'not-email'],
    [
      { act: 'invite', email: 'a@x.example\r\nBcc: b@x.example', name: 'A', agent, role: 'agent' },
      'not-email',
    ],
    [{ act: 'invite', email: 'a@x.example', name: ' ', agent, role: 'agent' }, 'empty'],
    [{ act: 'invite', email: 'a@x.example', name: 'a\0', agent, role: 'agent' }, 'unkeepable'],
    [{ act: 'invite', email: 'a@x.example', name: 'x'.repeat(201), agent, role: 'agent' }, 'too-long'],
    [{ act: 'invite', email: 'a@x.example', name: 'A', agent: '', role: 'agent' }, 'empty'],
    [{ act: 'invite', email: 'a@x.example', name: 'A', agent: '["o"]', role: 'agent' }, 'empty'],
    [{ act: 'invite', email: 'a@x.example', name: 'A', agent, role: 'admin' }, 'not-role'],
    [{ act: 'set-rule', domain: 'a@b.example', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ act: 'set-rule', domain: 'nowhere', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ act: 'set-rule', domain: '', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ act: 'delete' }, 'empty'],
    [{}, 'empty'],
  ])('%j is none', (post: Record<string, string>, fault) => {
    expect(read(post)).toEqual({ fault });
  });

  it('says nothing but what its kind needs', () => {
    const post = { act: 'enable', personId: 'per_1', isAdmin: 'true', ['__proto__']: 'x' };
    expect(read(post)).toEqual({ act: { act: 'enable', personId: 'per_1' } });
  });
});
