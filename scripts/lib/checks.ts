import type { Command } from './test-steps';

/** Static checks for `npm test` and `npm run check`. */
export const CHECKS: readonly { name: string; commands: readonly Command[] }[] = [
  { name: 'Format and lint', commands: [['biome', 'ci', '.']] },
  { name: 'Rooms and their imports', commands: [['tsx', 'scripts/check-imports.ts']] },
  {
    name: 'Types',
    commands: [
      ['next', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'Unused code and dependencies', commands: [['knip']] },
];
