import { describe, expect, it } from 'vitest';
import { judgeNotices } from './notices';
import { summarise } from './verdict';

const change = { id: 1, leadId: 'a', organizationId: 'home', agentId: 'ada' };
const member = (personId: string, agentId: string, role = 'agent', organizationId = 'home') => ({
  personId,
  agentId,
  role,
  organizationId,
});
const members = [
  member('ada', 'ada'),
  member('ben', 'ben'),
  member('mia', 'ben', 'manager'),
  member('eve', 'ada', 'manager', 'away'),
];
const notice = (personId: string) => ({ personId, timelineId: 1 });

describe('I7, notices', () => {
  it('holds when the lead’s agent and the managers were told once', () => {
    const verdict = judgeNotices({ changes: [change], members, notices: [notice('ada'), notice('mia')] });
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe('I7 each change told once: 1 changes, 2 notices, 0 lost, 0 in error');
  });

  it.each([
    ['someone was not told', [notice('ada')], 'entry 1 of lead a: mia was not told'],
    [
      'a colleague was',
      [notice('ada'), notice('mia'), notice('ben')],
      'entry 1 of lead a: ben was told in error',
    ],
    [
      'a stranger was',
      [notice('ada'), notice('mia'), notice('eve')],
      'entry 1 of lead a: eve was told in error',
    ],
    [
      'one was told twice',
      [notice('ada'), notice('ada'), notice('mia')],
      'entry 1 of lead a: ada was told in error',
    ],
  ])('finds that %s', (_what, notices, sentence) => {
    expect(judgeNotices({ changes: [change], members, notices }).violations).toEqual([sentence]);
  });
});
