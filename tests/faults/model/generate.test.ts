import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { endOf, generatePlan, slotOf } from './generate';
import { planSchema } from './plan';
import { WEIGHTS } from './weights';

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const lasting = (plan: ReturnType<typeof generatePlan>) =>
  plan.commands.filter((command) => 'forMs' in command);

describe('the plan of a run', () => {
  it('is the same for the same seed, so that a failure can be replayed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(generatePlan({ seed, seconds: 20 })).toEqual(generatePlan({ seed, seconds: 20 }));
      }),
      { numRuns: runs(20) },
    );
  });

  it('differs for another seed', () => {
    expect(generatePlan({ seed: 1, seconds: 20 }).commands).not.toEqual(
      generatePlan({ seed: 2, seconds: 20 }).commands,
    );
  });

  it('can be stored in a file and read back', () => {
    const plan = generatePlan({ seed: 7, seconds: 30 });
    expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  it('contains every kind of command eventually', () => {
    const seen = new Set(generatePlan({ seed: 3, seconds: 600 }).commands.map(({ kind }) => kind));
    expect([...seen].sort()).toEqual(Object.keys(WEIGHTS).sort());
  });

  it('keeps things in order and within the time', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { commands } = generatePlan({ seed, seconds: 30 });
        const times = commands.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(Math.max(...times)).toBeLessThan(30_000);
      }),
      { numRuns: runs(20) },
    );
  });

  it('disturbs one thing in one way at a time, and ends every disturbance before the plan ends', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const plan = generatePlan({ seed, seconds: 60 });
        const free = new Map<string, number>();
        for (const command of lasting(plan)) {
          const slot = slotOf(command) ?? '';
          expect(command.at).toBeGreaterThanOrEqual(free.get(slot) ?? 0);
          expect(endOf(command)).toBeLessThanOrEqual(55_000);
          free.set(slot, endOf(command));
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it('never takes both processes of a kind away at the same time', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const away = lasting(generatePlan({ seed, seconds: 60 })).filter((command) => 'which' in command);
        for (const [position, command] of away.entries()) {
          const later = away.slice(position + 1).filter((other) => other.which === command.which);
          for (const other of later) expect(other.at).toBeGreaterThanOrEqual(endOf(command));
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
