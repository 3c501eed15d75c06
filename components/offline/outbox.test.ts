import { describe, expect, it } from 'vitest';
import { afterResponse, type DeskResponse, findEarlier, renamed, type Waiting } from './outbox';
import { readResponse } from './replay';

const waiting: Waiting = {
  id: 'sub_1',
  name: 'Alder Logistics',
  at: '2026-03-01T14:03:00.000Z',
  entries: [['submissionId', 'sub_1']],
  draft: { fields: [], hidden: { submissionId: 'sub_1' } },
  state: 'waiting',
};

const AT = '2026-03-01T15:00:00.000Z';

describe('a cached submit', () => {
  it('ends once the desk has it', () => {
    expect(afterResponse(waiting, { kind: 'stored' })).toBeUndefined();
  });

  it('stays as it is while the desk does not answer', () => {
    const held: Waiting = { ...waiting, hold: 'signIn' };
    expect(afterResponse(held, { kind: 'unreachable' })).toEqual(held);
  });

  it('keeps everything, with the reasons, if the desk does not accept it', () => {
    const next = afterResponse(
      { ...waiting, hold: 'signIn' },
      { kind: 'returned', reasons: ['Enter a phone'], at: AT },
    );
    expect(next).toEqual({
      ...waiting,
      state: 'returned',
      reasons: ['Enter a phone'],
      returnedAt: AT,
    });
  });

  it.each(['signIn', 'access'] as const)('waits for %s, and says so', (kind) => {
    expect(afterResponse(waiting, { kind })).toEqual({ ...waiting, hold: kind });
  });

  it('is never dropped by any answer but that the desk has it', () => {
    const answers: DeskResponse[] = [
      { kind: 'returned', reasons: [], at: AT },
      { kind: 'signIn' },
      { kind: 'access' },
      { kind: 'unreachable' },
    ];
    for (const response of answers)
      expect(afterResponse(waiting, response)?.entries).toEqual(waiting.entries);
  });
});

describe('a post of a page that Back or a copied tab brought again', () => {
  const answered = (id: string, lastName: string, page = 'sub_1'): Waiting => ({
    ...waiting,
    id,
    page,
    entries: [
      ['submissionId', id],
      ['f1', lastName],
    ],
  });
  const first = answered('sub_1', 'Alder');

  it('is the same submission if its answers are the same', () => {
    expect(findEarlier([first], answered('sub_1', 'Alder'))).toEqual({ same: first });
    expect(findEarlier([first], answered('sub_2', 'Alder'))).toEqual({ same: first });
  });

  it('is not if a consent alone differs, which no draft holds', () => {
    const withConsent: Waiting = { ...first, entries: [...first.entries, ['f2', 'true']] };
    expect(findEarlier([first], withConsent)).toEqual({ other: first });
  });

  it('is another one if its answers differ, also among several', () => {
    const second = answered('sub_2', 'Birch');
    expect(findEarlier([first, second], answered('sub_1', 'Cedar'))).toEqual({ other: first });
    expect(findEarlier([first, second], answered('sub_1', 'Birch'))).toEqual({ same: second });
  });

  it('has nothing to do with other pages', () => {
    expect(findEarlier([first], answered('sub_3', 'Alder', 'sub_3'))).toBeUndefined();
  });

  it('becomes a lead beside the first under an id of its own, without its draft, and is opened again as such', () => {
    const post: Waiting = {
      ...first,
      entries: [...first.entries, ['formId', 'sub_1'], ['newSubmissionId', 'sub_9'], ['draftId', 'draft_1']],
      draft: { ...first.draft, hidden: { ...first.draft.hidden, draftId: 'draft_1', draftRevision: '2' } },
    };
    expect(renamed(post, 'sub_9')).toEqual({
      ...post,
      id: 'sub_9',
      entries: [
        ['f1', 'Alder'],
        ['submissionId', 'sub_9'],
      ],
      draft: { ...post.draft, hidden: { submissionId: 'sub_9' } },
    });
  });
});

describe('a response of the desk', () => {
  const read = (status: number, body: unknown) => readResponse({ status }, body, 'refused');

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
    [422, { reasons: ['Enter a phone'], at: AT }, { kind: 'returned', reasons: ['Enter a phone'], at: AT }],
    [422, { reasons: [1] }, { kind: 'returned', reasons: ['refused'], at: '' }],
    [413, {}, { kind: 'returned', reasons: ['refused'], at: '' }],
  ])('%i means what it says', (status, body, response) => {
    expect(read(status, body)).toEqual(response);
  });
});
