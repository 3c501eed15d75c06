import fc from 'fast-check';

/** `npm test` tries properties with a fifth of their values, `PROPERTY_RUNS=all` with all. */
const SHARE = process.env.PROPERTY_RUNS === 'all' ? 1 : 5;

/** How often a property is tried: `all` in the full run. */
export const runs = (all: number): number => Math.ceil(all / SHARE);

// For the properties that name no number; Vitest loads this before each test file.
fc.configureGlobal({ numRuns: runs(100) });
