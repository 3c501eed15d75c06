import { describe, expect, it } from 'vitest';
import { type Answer, afterAnswer, type Waiting } from './outbox';
import { readAnswer } from './replay';

const waiting: Waiting = {
  id: 'sub_1',
  name: 'Alder Logistics',
  at: '2026-03-01T14:03:00.000Z',
  entries: [['submissionId', 'sub_1']],
  draft: { version: 'v1', fields: [], hidden: { submissionId: 'sub_1' } },
  state: 'waiting',
};

describe('a kept submit', () => {
  it('ends once the desk has it', () => {
    expect(afterAnswer(waiting, { kind: 'stored' })).toBeUndefined();
  });

  it('stays as it is while the desk does not answer', () => {
    const held: Waiting = { ...waiting, hold: 'signIn' };
    expect(afterAnswer(held, { kind: 'unreachable' })).toEqual(held);
  });

  it('keeps everything, with the reasons, if the desk does not accept it', () => {
    const next = afterAnswer(
      { ...waiting, hold: 'signIn' },
      { kind: 'returned', reasons: ['Enter a phone'] },
    );
    expect(next).toEqual({ ...waiting, state: 'returned', reasons: ['Enter a phone'] });
  });

  it.each(['signIn', 'access'] as const)('waits for %s, and says so', (kind) => {
    expect(afterAnswer(waiting, { kind })).toEqual({ ...waiting, hold: kind });
  });

  it('is never dropped by any answer but that the desk has it', () => {
    const answers: Answer[] = [
      { kind: 'returned', reasons: [] },
      { kind: 'signIn' },
      { kind: 'access' },
      { kind: 'unreachable' },
    ];
    for (const answer of answers) expect(afterAnswer(waiting, answer)?.entries).toEqual(waiting.entries);
  });
});

describe('an answer of the desk', () => {
  const read = (status: number, body: unknown) => readAnswer({ status }, body, 'refused');

  it('is one only as JSON: a hotspot answers 200 with a page', () => {
    for (const status of [200, 302, 401, 410, 422, 500]) {
      expect(read(status, undefined)).toEqual({ kind: 'unreachable' });
    }
    expect(read(200, {})).toEqual({ kind: 'unreachable' });
    expect(read(200, [])).toEqual({ kind: 'unreachable' });
  });

  it.each([
    [200, { submissionId: 'sub_1' }, { kind: 'stored' }],
    [401, {}, { kind: 'signIn' }],
    [403, {}, { kind: 'access' }],
    [410, {}, { kind: 'ended' }],
    [408, {}, { kind: 'unreachable' }],
    [429, {}, { kind: 'unreachable' }],
    [503, {}, { kind: 'unreachable' }],
    [422, { reasons: ['Enter a phone'] }, { kind: 'returned', reasons: ['Enter a phone'] }],
    [422, { reasons: [1] }, { kind: 'returned', reasons: ['refused'] }],
    [413, {}, { kind: 'returned', reasons: ['refused'] }],
  ])('%i means what it says', (status, body, answer) => {
    expect(read(status, body)).toEqual(answer);
  });
});
