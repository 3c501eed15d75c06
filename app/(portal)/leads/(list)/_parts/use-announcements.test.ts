import { expect, it } from 'vitest';
import { announcementDelay, QUIET_MS, toAnnouncement } from './use-announcements';

const texts = {
  changed: '{name} is now {status}.',
  many: { one: '{count} lead changed.', other: '{count} leads changed.' },
};
const labels = { texts, locale: 'en' };
const news = (...names: string[]) => new Map(names.map((name) => [name, { name, status: 'won' }]));

it('lists a few changes', () => {
  expect(toAnnouncement(news('Ada', 'Ben'), labels)).toBe('Ada is now won. Ben is now won.');
});

it('only counts many changes', () => {
  expect(toAnnouncement(news('Ada', 'Ben', 'Cy', 'Di'), labels)).toBe('4 leads changed.');
});

it('is empty when nothing changed', () => {
  expect(toAnnouncement(new Map(), labels)).toBe('');
});

it('treats a name that looks like a placeholder as a name', () => {
  expect(toAnnouncement(new Map([['x', { name: '{status} $&', status: 'won' }]]), labels)).toBe(
    '{status} $& is now won.',
  );
});

it('announces the first change immediately and the next ones at least ten seconds later', () => {
  expect(announcementDelay({ last: Number.NEGATIVE_INFINITY, now: 5 })).toBe(0);
  expect(announcementDelay({ last: 1_000, now: 3_000 })).toBe(QUIET_MS - 2_000);
  expect(announcementDelay({ last: 1_000, now: 60_000 })).toBe(0);
});
