import { describe, expect, it } from 'vitest';
import { toBrand } from '@/lib/brand/brand';
import type { Unread } from '@/lib/leads/list-view';
import broken from '@/messages/en.broken.json';
import messages from '@/messages/en.json';
import type { NoticeRow } from './list-notices';
import { noticeMail } from './notice-mail';

const NOTHING: Unread = {
  count: 0,
  ids: [],
  onLeads: 0,
  isCapped: false,
  moved: [],
  refused: 0,
  added: 0,
  reassigned: 0,
  accepted: 0,
  review: 0,
  changed: 0,
  drafts: 0,
  access: 0,
  leadIds: new Set<string>(),
  submissionIds: new Set<string>(),
};

function write(unread: Partial<Unread>, rows?: readonly NoticeRow[]) {
  return noticeMail(
    {
      name: 'Maya Lindqvist',
      unread: { ...NOTHING, onLeads: unread.count ?? 0, ...unread },
      rows,
      overrides: new Map([['won', { label: 'Signed', meaning: 'It is under contract.' }]]),
      money: (value) => `€${value}`,
      brand: toBrand({}, { BRAND_NAME: 'Desk' }),
      appUrl: 'https://desk.vendor.example',
      unsubscribeUrl: 'https://desk.vendor.example/unsubscribe?token=t',
    },
    { tag: 'en', messages, broken },
  );
}

const row = (over: Partial<NoticeRow>): NoticeRow => ({
  id: 1,
  kind: 'status-changed',
  at: '2026-03-02T09:00:00Z',
  isRead: false,
  name: 'Nils Berg',
  company: 'Alder',
  leadId: 'lead-1',
  from: 'pending',
  to: 'won',
  ...over,
});

describe('a mail about what happened', () => {
  it('counts, by the names that admins gave to statuses', () => {
    const moved = [
      { status: 'won', count: 2, value: 24000 },
      { status: 'lost', count: 1, value: 0 },
    ];
    const { subject, text, html } = write({ count: 6, moved, refused: 1, reassigned: 1, accepted: 1 });
    expect(subject).toBe('6 updates on your leads');
    for (const line of [
      '- 1 lead needs a correction',
      'Hello Maya Lindqvist,',
      '- Signed: 2 leads · €24000',
      '- Lost: 1 lead',
      '- 1 lead was added or assigned to you',
      '- 1 lead was received by the portal',
    ])
      expect(text).toContain(line);
    expect(html).toContain('>1 lead needs a correction · Signed: 2 leads · €24000 · Lost: 1 lead</div>');
  });

  it('says in its subject if only corrections are to be made', () => {
    expect(write({ count: 1, refused: 1 }).subject).toBe('A lead needs a correction');
    expect(write({ count: 3, refused: 3 }).subject).toBe('3 leads need a correction');
  });

  it('says in its subject which lead it is about, if it is one that it may name', () => {
    const moved = [{ status: 'won', count: 1, value: 0 }];
    const { subject, html } = write({ count: 1, moved }, [row({})]);
    expect(subject).toBe('Alder, Nils Berg: Pending → Signed');
    expect(html).toContain('Alder, Nils Berg</strong><br>Pending → Signed');
    for (const name of ['x'.repeat(121), 'two\nlines'])
      expect(write({ count: 1, moved }, [row({ name })]).subject).toBe('An update on your leads');
  });

  it('names each lead once, with the latest, and then repeats no numbers', () => {
    const rows = [
      row({}),
      row({ id: 2, from: 'new', to: 'pending' }),
      row({ leadId: 'lead-2', company: undefined }),
    ];
    const { text } = write({ count: 2, moved: [{ status: 'won', count: 2, value: 24000 }] }, rows);
    expect(text).toContain('- Alder, Nils Berg: Pending → Signed\n- Nils Berg: Pending → Signed\n\n');
    expect(text).not.toContain('2 leads');
  });

  it('says once what each new status means', () => {
    const { text } = write({ count: 2, moved: [{ status: 'won', count: 2, value: 0 }] }, [
      row({}),
      row({ leadId: '2' }),
    ]);
    expect(text.split('- Signed: It is under contract.')).toHaveLength(2);
  });

  it('names twenty, and counts the others', () => {
    const rows = Array.from({ length: 30 }, (_, n) => row({ leadId: `lead-${n}`, name: `Person ${n}` }));
    const { text } = write({ count: 30, moved: [{ status: 'won', count: 30, value: 0 }] }, rows);
    expect(text).toContain('Person 19');
    expect(text).not.toContain('Person 20');
    expect(text).toContain('- and 10 more');
    expect(text).toContain('- Signed: 30 leads');
  });

  it('does not pretend to have counted more than a thousand', () => {
    const moved = [{ status: 'won', count: 1_000, value: 0 }];
    const { subject, text } = write({ count: 1_000, isCapped: true, moved });
    expect(subject).toBe('More than 1,000 updates on your leads');
    expect(text).not.toContain('Signed');
    expect(write({ count: 1_000, isCapped: true, moved }, [row({})]).text).toContain(
      'and more than 999 more',
    );
  });

  it('keeps markup and direction marks of names from doing anything', () => {
    const name = '<img src=x onerror=alert(1)>\u202Egnp.exe';
    const { html, text } = write({ count: 1, added: 1 }, [
      row({ kind: 'first-seen', name, from: undefined, to: undefined }),
    ]);
    expect(html).not.toContain('<img src=x');
    expect(`${html}${text}`).not.toContain('\u202E');
    expect(text).toContain('Added in the portal');
  });
});
