import { describe, expect, it } from 'vitest';
import { findDueMail, type Waiting } from './mail-plan';

const AGENT: Waiting = {
  role: 'agent',
  choices: {},
  timeZone: 'Europe/Berlin',
  digestHour: 8,
  lastMailAt: null,
  oldest: [],
};
const NOON = new Date('2026-03-02T11:00:00Z');
const secondsBefore = (seconds: number) => new Date(NOON.getTime() - seconds * 1_000);
const refused = (at: Date) => [{ kind: 'refused', at } as const];

describe('a mail about what happened', () => {
  it('goes to an agent at once if a lead needs a correction, after a moment for others', () => {
    expect(findDueMail({ ...AGENT, oldest: refused(secondsBefore(19)) }, NOON)).toBeUndefined();
    expect(findDueMail({ ...AGENT, oldest: refused(secondsBefore(20)) }, NOON)).toEqual({
      delivery: 'now',
      kinds: ['refused'],
    });
  });

  it('follows another one after ten minutes at the earliest', () => {
    const oldest = refused(secondsBefore(300));
    expect(findDueMail({ ...AGENT, oldest, lastMailAt: secondsBefore(599) }, NOON)).toBeUndefined();
    expect(findDueMail({ ...AGENT, oldest, lastMailAt: secondsBefore(600) }, NOON)).toBeDefined();
  });

  it('is a summary at eight in the person’s time zone for the rest', () => {
    const oldest = [{ kind: 'status-changed', at: NOON } as const];
    const dueAt = (time: string) => findDueMail({ ...AGENT, oldest }, new Date(time));
    expect(dueAt('2026-03-03T06:59:59Z')).toBeUndefined();
    expect(dueAt('2026-03-03T07:00:00Z')).toEqual({ delivery: 'daily', kinds: ['status-changed'] });
  });

  it.each([
    ['at another hour', 18, '2026-03-02T11:00:00Z', '2026-03-02T17:00:00Z'],
    ['at midnight', 0, '2026-03-02T11:00:00Z', '2026-03-02T23:00:00Z'],
    ['at the same hour after clocks were put forward', 7, '2026-03-28T11:00:00Z', '2026-03-29T05:00:00Z'],
    ['at the same hour after clocks were put back', 7, '2026-10-24T11:00:00Z', '2026-10-25T06:00:00Z'],
    ['after the hour that clocks skip', 2, '2026-03-28T11:00:00Z', '2026-03-29T01:00:00Z'],
    ['once in the hour that clocks repeat', 2, '2026-10-24T11:00:00Z', '2026-10-25T00:00:00Z'],
  ])('comes as the person chose: %s', (_, digestHour, happened, due) => {
    const oldest = [{ kind: 'status-changed', at: new Date(happened) } as const];
    const findAt = (time: number) => findDueMail({ ...AGENT, digestHour, oldest }, new Date(time));
    expect(findAt(Date.parse(due) - 1)).toBeUndefined();
    expect(findAt(Date.parse(due))?.delivery).toBe('daily');
  });

  it('is a summary for managers, also of corrections', () => {
    const manager: Waiting = { ...AGENT, role: 'manager', oldest: refused(secondsBefore(3_600)) };
    expect(findDueMail(manager, NOON)).toBeUndefined();
    expect(findDueMail(manager, new Date('2026-03-03T07:00:00Z'))?.delivery).toBe('daily');
  });

  it('keeps to what the person chose', () => {
    const oldest = [
      { kind: 'reassigned', at: secondsBefore(60) } as const,
      { kind: 'accepted', at: secondsBefore(60) } as const,
    ];
    const choices = { new: 'now', accepted: 'off' } as const;
    expect(findDueMail({ ...AGENT, choices, oldest }, NOON)?.kinds).toEqual(['reassigned']);
    const off = { ...choices, new: 'off' } as const;
    expect(findDueMail({ ...AGENT, choices: off, oldest }, new Date('2026-03-05T12:00:00Z'))).toBeUndefined();
  });

  it('has both if both are due', () => {
    const oldest = [
      ...refused(secondsBefore(60)),
      { kind: 'status-changed', at: secondsBefore(86_400) } as const,
    ];
    expect(findDueMail({ ...AGENT, oldest }, NOON)).toEqual({
      delivery: 'daily',
      kinds: ['refused', 'status-changed'],
    });
  });

  it.each([null, 'Mars/Olympus'])('comes at eight UTC if the time zone is %s', (timeZone) => {
    const waiting: Waiting = { ...AGENT, timeZone, oldest: [{ kind: 'accepted', at: NOON }] };
    expect(findDueMail(waiting, new Date('2026-03-03T07:59:00Z'))).toBeUndefined();
    expect(findDueMail(waiting, new Date('2026-03-03T08:00:00Z'))).toBeDefined();
  });
});
