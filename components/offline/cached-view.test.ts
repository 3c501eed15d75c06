import { describe, expect, it } from 'vitest';
import { clockText, isSamePerson, isTooOld } from './cached-view';

describe('what is cached', () => {
  const now = new Date('2026-03-15T12:00:00Z');

  it('is not shown after fourteen days, nor if its time cannot be read', () => {
    expect(isTooOld({ readAt: '2026-03-02T12:00:00Z' }, now)).toBe(false);
    expect(isTooOld({ readAt: '2026-03-01T11:00:00Z' }, now)).toBe(true);
    expect(isTooOld({ readAt: 'never' }, now)).toBe(true);
  });

  it('names the day only if it is another one in the reader’s zone', () => {
    const reader = { lang: 'en-US', timeZone: 'Europe/London' };
    expect(clockText('2026-03-15T09:03:00Z', reader, now)).toMatch(/^9:03\sAM$/);
    expect(clockText('2026-03-14T23:03:00Z', reader, now)).toMatch(/^Mar 14, 2026/);
    const tokyo = { ...reader, timeZone: 'Asia/Tokyo' };
    expect(clockText('2026-03-14T23:03:00Z', tokyo, now)).toMatch(/^8:03\sAM$/);
  });

  it('belongs to one person, whatever they may do now', () => {
    expect(isSamePerson('maya.org1', 'maya.org2')).toBe(true);
    expect(isSamePerson('maya.org1', 'tom.org1')).toBe(false);
    expect(isSamePerson('maya.org1', '')).toBe(false);
  });
});
