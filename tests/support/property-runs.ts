import fc from 'fast-check';

const ALL = process.env.PROPERTY_RUNS === 'all';

/** How often a property is tried: a fifth in `npm test`, `all` with `PROPERTY_RUNS=all`. */
export const runs = (all: number): number => (ALL ? all : Math.ceil(all / 5));

// For the properties that name no number; Vitest loads this before each test file. `npm test` tries the same values each
// time, so that it says something about the change and not about luck; all runs try new ones.
fc.configureGlobal({ numRuns: runs(100), ...(!ALL && { seed: 1 }) });
