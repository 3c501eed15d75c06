import { describe, expect, it } from 'vitest';
import { readDecision } from './command';

function read(post: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(post)) data.set(name, value);
  return readDecision(data);
}

const about = { submission: 'sub_1', attempts: '2' };
const seen = { submissionId: 'sub_1', seenAttempts: 2 };

describe('a posted decision', () => {
  it.each([
    [
      { decision: 'adopt', lead: 'L 1', number: '' },
      { kind: 'adopt', leadId: 'L 1' },
    ],
    [
      { decision: 'adopt', lead: '', number: ' L2 ' },
      { kind: 'adopt', leadId: 'L2' },
    ],
    [
      { decision: 'adopt', number: 'L2' },
      { kind: 'adopt', leadId: 'L2' },
    ],
    [
      { decision: 'again', looked: 'yes', seen: '["L1","L2"]' },
      { kind: 'again', seenLeads: ['L1', 'L2'] },
    ],
    [
      { decision: 'again', looked: 'yes', seen: 'not a list' },
      { kind: 'again', seenLeads: [] },
    ],
    [
      { decision: 'back', reason: ' Too short.\n' },
      { kind: 'back', reason: 'Too short.' },
    ],
  ])('%j is understood', (post, decision) => {
    expect(read({ ...about, ...post })).toEqual({ ...seen, ...decision });
  });

  it.each<Record<string, string>>([
    { decision: 'adopt', lead: '', number: '' },
    { decision: 'adopt', lead: 'L1', number: 'L2' },
    { decision: 'adopt', number: 'a\0b' },
    { decision: 'adopt', number: 'x'.repeat(201) },
    { decision: 'again', seen: '[]' },
    { decision: 'again', looked: 'yes' },
    { decision: 'again', looked: 'no', seen: '[]' },
    { decision: 'back', reason: '  ' },
    { decision: 'back', reason: 'x'.repeat(1_001) },
    { decision: 'back', reason: 'Why?', attempts: 'many' },
    { decision: 'accept' },
    {},
  ])('%j decides nothing', (post) => {
    expect(read({ ...about, ...post })).toBeUndefined();
  });

  it('to try a job again names the job alone', () => {
    expect(read({ decision: 'revive', job: '17' })).toEqual({ kind: 'revive', job: 17 });
    expect(read({ decision: 'revive', job: 'all' })).toBeUndefined();
    expect(read({ decision: 'revive' })).toBeUndefined();
  });
});

describe('a posted decision about a pair', () => {
  const pair = '["org-1","agent 1"]';
  const wrong = { organizationId: 'org-1', agentId: 'agent 1' };

  it('is understood', () => {
    expect(read({ decision: 'correct-pair', pair, organizationId: ' org-2 ', agentId: 'a2' })).toEqual({
      ...{ kind: 'correct-pair', pair: wrong, right: { organizationId: 'org-2', agentId: 'a2' } },
    });
    expect(read({ decision: 'retry-pair', pair })).toEqual({ kind: 'retry-pair', pair: wrong });
    expect(read({ decision: 'return-pair', pair, reason: 'Too short.' })).toMatchObject({
      reason: 'Too short.',
    });
  });

  it.each<Record<string, string>>([
    { decision: 'correct-pair', pair, organizationId: '', agentId: 'a2' },
    { decision: 'correct-pair', pair, organizationId: 'org-2', agentId: 'a\0b' },
    { decision: 'correct-pair', pair: 'org-1', organizationId: 'org-2', agentId: 'a2' },
    { decision: 'return-pair', pair, reason: ' ' },
  ])('is refused: %j', (post) => {
    expect(read(post)).toBeUndefined();
  });
});
