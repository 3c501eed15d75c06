import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { compareSnapshot, isGone, type Stored } from './guard';

/**
 * A service with a clock in ticks, and snapshots that begin, are answered and are applied at different times.
 * Our clock moves with every event; the service's moves only on a `tick`, so several edits fall in one tick.
 */
type Event =
  | { do: 'tick' }
  | { do: 'edit' }
  | { do: 'delete' }
  | { do: 'revive' }
  /** A webhook's refetch, a page of a full sync or the read after an edit: the guard does not know which. */
  | { do: 'begin' }
  /** The service answers, or the answer is applied: of the snapshots under way, this one. */
  | { do: 'answer' | 'apply'; which: number };

type Service = { value: number; updatedAt: number; alive: boolean };
type Snapshot = { startedAt: number; seen?: Service };
const NEVER_SEEN = -1;
type Mirror = Stored & { value: number; startedAt: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Event>({ do: 'tick' }, { do: 'delete' }, { do: 'revive' }) },
  { weight: 3, arbitrary: fc.constant<Event>({ do: 'edit' }) },
  { weight: 4, arbitrary: fc.constant<Event>({ do: 'begin' }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom('answer', 'apply'), which: fc.nat(20) }),
  },
);

const at = (time: number) => new Date(time * 1_000);
const began = (order: number) => ({ at: at(order), order });

/** What `applyLead` and `tombstoneLead` do with a snapshot. */
function apply(mirror: Mirror | undefined, { startedAt, seen }: Required<Snapshot>): Mirror | undefined {
  const readStart = began(startedAt);
  const stored = { readStartedAt: readStart.at, readOrder: startedAt };
  if (!seen.alive) {
    if (mirror && !isGone({ readStart }, mirror)) return mirror;
    const known = mirror ?? { value: NEVER_SEEN, serviceUpdatedAt: null, deletedAt: null };
    return { ...known, ...stored, startedAt, deletedAt: known.deletedAt ?? readStart.at };
  }
  const updatedAt = at(seen.updatedAt);
  if (mirror && compareSnapshot({ updatedAt, readStart }, mirror) !== 'counts') return mirror;
  return { ...stored, value: seen.value, startedAt, serviceUpdatedAt: updatedAt, deletedAt: null };
}

class World {
  now = 0;
  tick = 0;
  service: Service = { value: 0, updatedAt: 0, alive: true };
  mirror: Mirror | undefined;
  snapshots: Snapshot[] = [];
  /** Values the service no longer holds, with the moment since which they are outdated. */
  pastSince = new Map<number, number>();

  happen(event: Event): void {
    this.now += 1;
    switch (event.do) {
      case 'tick':
        this.tick += 1;
        return;
      case 'edit':
      case 'delete':
      case 'revive':
        this.change(event.do);
        return;
      case 'begin':
        this.snapshots.push({ startedAt: this.now });
        return;
      case 'answer':
        this.answer(this.pick((snapshot) => !snapshot.seen, event.which));
        return;
      case 'apply':
        this.apply(this.pick((snapshot) => snapshot.seen !== undefined, event.which));
    }
  }

  change(what: 'edit' | 'delete' | 'revive'): void {
    if (this.service.alive !== (what !== 'revive')) return;
    this.pastSince.set(this.service.value, this.now);
    const value = this.service.value + 1;
    // A lead that is restored may keep its old time.
    const updatedAt = what === 'edit' ? this.tick : this.service.updatedAt;
    this.service = { value, updatedAt, alive: what !== 'delete' };
  }

  pick(predicate: (snapshot: Snapshot) => boolean, which: number): Snapshot | undefined {
    const picked = this.snapshots.filter(predicate);
    return picked[which % picked.length];
  }

  answer(snapshot: Snapshot | undefined): void {
    if (snapshot) snapshot.seen = this.service;
  }

  apply(snapshot: Snapshot | undefined): void {
    if (!snapshot?.seen) return;
    this.snapshots = this.snapshots.filter((other) => other !== snapshot);
    const before = this.mirror;
    this.mirror = apply(before, { ...snapshot, seen: snapshot.seen });
    if (this.mirror !== before) this.expectNoStepBack({ before, snapshot });
  }

  expectNoStepBack({ before, snapshot }: { before: Mirror | undefined; snapshot: Snapshot }): void {
    const after = this.mirror;
    if (!before || !after) return;
    if (before.deletedAt && !after.deletedAt) expect(snapshot.startedAt).toBeGreaterThan(before.startedAt);
    if (before.deletedAt || after.deletedAt) return;
    expect(after.serviceUpdatedAt?.getTime()).toBeGreaterThanOrEqual(before.serviceUpdatedAt?.getTime() ?? 0);
    // A value that was outdated before the snapshot of the mirror's value began must never return.
    const past = this.pastSince.get(after.value) ?? Number.POSITIVE_INFINITY;
    expect(past).toBeGreaterThan(before.startedAt);
  }

  /** Webhooks and full syncs ensure that a snapshot begins after the last change; everything under way ends. */
  becomeQuiet(order: readonly number[]): void {
    this.happen({ do: 'begin' });
    for (const snapshot of this.snapshots) snapshot.seen ??= this.service;
    for (const which of [...order, ...this.snapshots.map(() => 0)]) this.happen({ do: 'apply', which });
  }
}

describe('snapshots that begin, end and are applied in any order', () => {
  it('never move the mirror back, and in the end it matches the service', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.array(fc.nat(20)), (events, order) => {
        const world = new World();
        for (const each of events) world.happen(each);
        world.becomeQuiet(order);
        expect(world.snapshots).toEqual([]);
        const { mirror, service } = world;
        if (service.alive) expect(mirror).toMatchObject({ value: service.value, deletedAt: null });
        else if (mirror) expect(mirror.deletedAt).not.toBeNull();
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('snapshots made while our clock was set back three hours', () => {
  const stored = { serviceUpdatedAt: at(100), readStartedAt: at(20_800), readOrder: 7, deletedAt: null };
  const later = { at: at(10_000), order: 8 };

  it('count in the order in which they began', () => {
    expect(compareSnapshot({ updatedAt: at(100), readStart: later }, stored)).toBe('counts');
    expect(isGone({ readStart: later }, stored)).toBe(true);
    expect(compareSnapshot({ readStart: later }, { ...stored, deletedAt: at(20_800) })).toBe('counts');
  });
});

describe('a service whose state went back in time', () => {
  const stored = { serviceUpdatedAt: at(100), readStartedAt: at(1_000), readOrder: 1_000, deletedAt: null };
  const snapshot = { updatedAt: at(50), readStart: began(2_000) };

  it('is not trusted on one snapshot alone, which may only lag', () => {
    expect(compareSnapshot(snapshot, stored)).toBe('behind');
  });

  it('is trusted when the snapshot supersedes everything read before a moment in between', () => {
    expect(compareSnapshot({ ...snapshot, supersedes: 1_500 }, stored)).toBe('counts');
  });

  it('is not trusted if the newer state was read after that moment', () => {
    expect(compareSnapshot({ ...snapshot, supersedes: 900 }, stored)).toBe('behind');
    expect(compareSnapshot({ ...snapshot, supersedes: 1_000 }, stored)).toBe('behind');
  });
});

describe('a row of the list that meets a tombstone', () => {
  const hour = 3_600_000;
  const moment = (ms: number) => new Date(ms);
  const begins = (ms: number) => ({ at: moment(ms), order: ms });
  const tombstone = (deletedAt: number, goneAt: number) => ({
    serviceUpdatedAt: moment(1),
    deletedAt: moment(deletedAt),
    readStartedAt: moment(goneAt),
    readOrder: goneAt,
  });

  it('never counts, however new its updatedAt: it requests a read', () => {
    const listed = { updatedAt: moment(9_999), readStart: begins(1_001), isListed: true };
    expect(compareSnapshot(listed, tombstone(1_000, 1_000))).toBe('read-first');
    expect(compareSnapshot({ ...listed, isListed: false }, tombstone(1_000, 1_000))).toBe('counts');
  });

  it('is late if the lead was found deleted afterwards, or at the same moment', () => {
    for (const time of [999, 1_000]) {
      const snapshot = { readStart: begins(time), isListed: true };
      expect(compareSnapshot(snapshot, tombstone(900, 1_000))).toBe('late');
      expect(compareSnapshot({ ...snapshot, isListed: false }, tombstone(900, 1_000))).toBe('late');
    }
  });

  it('requests reads less often the longer the lead is known to be deleted, and at least twice a day', () => {
    const asksAfter = (goneFor: number, wait: number) =>
      compareSnapshot({ readStart: begins(goneFor + wait), isListed: true }, tombstone(0, goneFor));
    expect(asksAfter(hour, hour - 1)).toBe('late');
    expect(asksAfter(hour, hour)).toBe('read-first');
    expect(asksAfter(1_000 * hour, 12 * hour)).toBe('read-first');
  });

  it('requests a read if the lead was found deleted by a clock that was three hours ahead', () => {
    const ahead = { ...tombstone(3 * hour, 3 * hour), readOrder: 1 };
    expect(compareSnapshot({ readStart: { at: moment(0), order: 2 }, isListed: true }, ahead)).toBe(
      'read-first',
    );
  });

  it('and two reads at the same moment, one with and one without the lead: it is deleted, in either order', () => {
    const found = {
      serviceUpdatedAt: moment(1),
      readStartedAt: moment(1_000),
      readOrder: 1_000,
      deletedAt: null,
    };
    expect(isGone({ readStart: begins(1_000) }, found)).toBe(true);
    expect(compareSnapshot({ readStart: begins(1_000) }, tombstone(1_000, 1_000))).toBe('late');
  });
});
