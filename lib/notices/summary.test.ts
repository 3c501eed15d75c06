import { describe, expect, it } from 'vitest';
import { summariseUnread, type UnreadNotice } from './summary';

let id = 100;
/** Notices come latest first. */
const notice = (about: Partial<UnreadNotice>): UnreadNotice => ({
  id: id--,
  kind: 'status-changed',
  leadId: null,
  submissionId: null,
  importId: null,
  draftId: null,
  status: null,
  value: null,
  ...about,
});

describe('what a person has not read', () => {
  it('is nothing if there are no notices', () => {
    expect(summariseUnread([], { isCapped: false })).toMatchObject({
      count: 0,
      ids: [],
      isCapped: false,
      moved: [],
    });
  });

  it('counts each lead once, by what matters most about it', () => {
    const lead = { leadId: 'a', status: 'won' };
    const unread = summariseUnread(
      [
        notice({ ...lead, kind: 'status-changed' }),
        notice({ ...lead, kind: 'status-changed' }),
        notice({ ...lead, kind: 'first-seen' }),
        notice({ leadId: 'b', status: 'won' }),
        notice({ leadId: 'c', status: 'lost' }),
        notice({ leadId: 'd', status: 'pending', kind: 'reassigned' }),
        notice({ leadId: 'f', status: 'pending', kind: 'first-seen' }),
        notice({ leadId: 'e', submissionId: 's', status: 'pending', kind: 'accepted' }),
        notice({ submissionId: 't', kind: 'refused' }),
      ],
      { isCapped: false },
    );
    expect(unread).toMatchObject({
      count: 7,
      ids: [100, 99, 98, 97, 96, 95, 94, 93, 92],
      isCapped: false,
      moved: [
        { status: 'won', count: 2 },
        { status: 'lost', count: 1 },
      ],
      refused: 1,
      added: 1,
      reassigned: 1,
      accepted: 1,
    });
    expect(unread.leadIds).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f']));
    expect(unread.submissionIds).toEqual(new Set(['s', 't']));
  });
});
