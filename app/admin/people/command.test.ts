import { describe, expect, it } from 'vitest';
import { ownerValue } from '@/components/admin/owner-inputs';
import { readPost } from '@/lib/http/read-post';
import { peopleSchema, toFault } from './command';

function read(post: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(post)) data.set(name, value);
  const read = readPost(data, peopleSchema);
  return read.ok ? { command: read.input } : { fault: toFault(read.problem) };
}

const owner = { organizationId: 'o "1"', agentId: 'a,[]' };
const agent = ownerValue(owner);

describe('a posted command', () => {
  it('names owners by ids with any characters', () => {
    const post = { command: 'map', personId: 'per_1', agent, role: 'agent', seenAgent: '', seenRole: '' };
    expect(read(post)).toEqual({ command: { ...post, agent: owner, sharing: 'allowed' } });
  });

  it('treats an empty name or address as none', () => {
    const post = {
      command: 'describe-agent',
      agent,
      seenName: '',
      seenEmail: 'a@x.example',
      name: ' ',
      email: '',
    };
    expect(read(post)).toEqual({
      command: { ...post, agent: owner, seenName: null, name: null, email: null },
    });
  });

  it.each(['', ' ', '\u200b', '\u200d\u2060', '\u202e', '\u3164', '\u2800', '\ufe0f'])(
    'refuses a reason and a name of which nothing is seen: %j',
    (text) => {
      expect(read({ command: 'view-as', personId: 'per_1', reason: text })).toEqual({ fault: 'no-reason' });
      const rename = { command: 'rename', personId: 'per_1', seenName: 'Ada' };
      expect(read({ ...rename, name: text })).toEqual({ fault: 'no-name' });
      const organization = { command: 'name-organization', organizationId: 'o', seenName: '', name: text };
      expect(read(organization)).toMatchObject({ command: { name: null } });
    },
  );

  it('reads a domain with or without the at sign', () => {
    const post = { command: 'set-rule', organizationId: 'o', role: 'manager' };
    for (const domain of ['@Northwind.Example', ' northwind.example']) {
      expect(read({ ...post, domain })).toMatchObject({ command: { domain: 'northwind.example' } });
    }
  });

  it.each([
    [{ command: 'invite', email: 'a@x.example,b@x.example', name: 'A', agent, role: 'agent' }, 'not-email'],
    [
      { command: 'invite', email: 'a@x.example\r\nBcc: b@x.example', name: 'A', agent, role: 'agent' },
      'not-email',
    ],
    [{ command: 'invite', email: 'a@x.example', name: ' ', agent, role: 'agent' }, 'no-name'],
    [{ command: 'invite', email: 'a@x.example', name: 'a\0', agent, role: 'agent' }, 'unkeepable'],
    [{ command: 'invite', email: 'a@x.example', name: 'x'.repeat(201), agent, role: 'agent' }, 'too-long'],
    [{ command: 'invite', email: 'a@x.example', name: 'A', agent: '', role: 'agent' }, 'no-agent'],
    [{ command: 'invite', email: 'a@x.example', name: 'A', agent: '["o"]', role: 'agent' }, 'no-agent'],
    [{ command: 'invite', email: 'a@x.example', name: 'A', agent, role: 'admin' }, 'not-role'],
    [{ command: 'set-rule', domain: 'a@b.example', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ command: 'set-rule', domain: 'nowhere', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ command: 'set-rule', domain: '', organizationId: 'o', role: 'agent' }, 'not-domain'],
    [{ command: 'delete' }, 'empty'],
    [{}, 'empty'],
  ])('%j is invalid', (post: Record<string, string>, fault) => {
    expect(read(post)).toEqual({ fault });
  });

  it('contains only what its kind needs', () => {
    const post = { command: 'enable', personId: 'per_1', isAdmin: 'true', ['__proto__']: 'x' };
    expect(read(post)).toEqual({ command: { command: 'enable', personId: 'per_1' } });
  });
});
