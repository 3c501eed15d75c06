import { describe, expect, it } from 'vitest';
import { readPost } from '@/lib/http/read-post';
import { submissionsSchema, toProblem } from './command';

function read(post: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(post)) data.set(name, value);
  const read = readPost(data, submissionsSchema);
  return read.ok ? read.input : undefined;
}

const about = { submission: 'sub_1', attempts: '2' };
const shown = { submission: 'sub_1', attempts: 2 };

describe('a posted command', () => {
  it.each([
    [
      { command: 'adopt', lead: 'L 1', number: '' },
      { command: 'adopt', leadId: 'L 1' },
    ],
    [
      { command: 'adopt', lead: '', number: ' L2 ' },
      { command: 'adopt', leadId: 'L2' },
    ],
    [
      { command: 'adopt', number: 'L2' },
      { command: 'adopt', leadId: 'L2' },
    ],
    [
      { command: 'resend', checked: 'yes', seenLeads: '["L1","L2"]' },
      { command: 'resend', checked: 'yes', seenLeads: ['L1', 'L2'] },
    ],
    [
      { command: 'resend', checked: 'yes', seenLeads: 'not a list' },
      { command: 'resend', checked: 'yes', seenLeads: [] },
    ],
    [
      { command: 'return', reason: ' Too short.\n' },
      { command: 'return', reason: 'Too short.' },
    ],
  ])('%j is accepted', (post, command) => {
    expect(read({ ...about, ...post })).toEqual({ ...shown, ...command });
  });

  it.each<Record<string, string>>([
    { command: 'adopt', lead: '', number: '' },
    { command: 'adopt', lead: 'L1', number: 'L2' },
    { command: 'adopt', number: 'a\0b' },
    { command: 'adopt', number: 'x'.repeat(201) },
    { command: 'resend', seenLeads: '[]' },
    { command: 'resend', checked: 'yes' },
    { command: 'resend', checked: 'no', seenLeads: '[]' },
    { command: 'return', reason: '  ' },
    { command: 'return', reason: 'x'.repeat(1_001) },
    { command: 'return', reason: 'Why?', attempts: 'many' },
    { command: 'accept' },
    {},
  ])('%j is refused', (post) => {
    expect(read({ ...about, ...post })).toBeUndefined();
  });

  it('to retry a job only names the job', () => {
    expect(read({ command: 'retry-job', job: '17' })).toEqual({ command: 'retry-job', job: 17 });
    expect(read({ command: 'retry-job', job: 'all' })).toBeUndefined();
    expect(read({ command: 'retry-job' })).toBeUndefined();
  });
});

describe('a posted command about an owner', () => {
  const owner = '["org-1","agent 1"]';
  const wrong = { organizationId: 'org-1', agentId: 'agent 1' };

  it('is accepted', () => {
    expect(read({ command: 'correct-owner', owner, organizationId: ' org-2 ', agentId: 'a2' })).toEqual({
      command: 'correct-owner',
      owner: wrong,
      organizationId: 'org-2',
      agentId: 'a2',
    });
    expect(read({ command: 'retry-owner', owner })).toEqual({ command: 'retry-owner', owner: wrong });
    expect(read({ command: 'return-owner', owner, reason: 'Too short.' })).toMatchObject({
      reason: 'Too short.',
    });
  });

  it.each<Record<string, string>>([
    { command: 'correct-owner', owner, organizationId: '', agentId: 'a2' },
    { command: 'correct-owner', owner, organizationId: 'org-2', agentId: 'a\0b' },
    { command: 'correct-owner', owner: 'org-1', organizationId: 'org-2', agentId: 'a2' },
    { command: 'return-owner', owner, reason: ' ' },
  ])('is refused: %j', (post) => {
    expect(read(post)).toBeUndefined();
  });
});

describe('what is said about an invalid one', () => {
  const said = (post: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(post)) data.set(name, value);
    const read = readPost(data, submissionsSchema);
    return read.ok ? undefined : toProblem({ ...read.problem, command: post.command });
  };

  it.each([
    ['', 'reason'],
    [' \u200b', 'reason'],
    ['x'.repeat(1_001), 'reasonTooLong'],
    ['a\0b', 'unkeepable'],
  ])('names what is wrong with a message: %j', (reason, problem) => {
    expect(said({ command: 'return', ...about, reason })).toBe(problem);
    expect(said({ command: 'return-owner', owner: '["o","a"]', reason })).toBe(problem);
  });

  it('names the other answers, or says what a command needs', () => {
    expect(said({ command: 'resend', ...about, seenLeads: '[]' })).toBe('checked');
    expect(said({ command: 'adopt', ...about })).toBe('number');
    expect(said({ command: 'retry-owner', owner: 'o a' })).toBe('rejectedOwner');
    expect(said({ command: 'accept' })).toBe('incomplete');
  });
});
