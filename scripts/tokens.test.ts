import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { accentOf, DEFAULT_ACCENT, SURFACES } from '@/lib/brand/palette';
import { TONES } from '@/lib/core/status-labels';
import { THEMES } from '@/lib/core/theme';
import { readColorTokens } from './lib/tokens';

const TOKENS = readColorTokens(readFileSync('app/tokens.css', 'utf8'));

/** Text, and everything that it may stand on. */
const TEXTS: [text: string, grounds: string[]][] = [
  ['ink', ['page', 'surface', 'sunken', 'hover', 'accent-3', ...TONES.map((tone) => `tone-${tone}-soft`)]],
  ['muted', ['page', 'surface', 'sunken', 'hover', 'accent-3', ...TONES.map((tone) => `tone-${tone}-soft`)]],
  ['accent-11', ['page', 'surface', 'sunken', 'accent-3', ...TONES.map((tone) => `tone-${tone}-soft`)]],
  ['on-accent', ['accent-9', 'accent-10']],
  ...TONES.map((tone): [string, string[]] => [
    `tone-${tone}`,
    ['page', 'surface', 'sunken', 'hover', `tone-${tone}-soft`],
  ]),
];

/** What must be told apart from its surroundings: borders of controls, the focus ring, the main button. */
const SHAPES: [shape: string, grounds: string[]][] = [
  ['line-strong', ['page', 'surface', 'sunken']],
  ['focus', ['page', 'surface', 'sunken']],
  ['accent-edge', ['page']],
];

describe.each(THEMES)('the colors of the %s theme', (theme) => {
  const colorOf = (name: string) => {
    const token = TOKENS.get(name);
    if (!token) throw new Error(`There is no color token "${name}".`);
    return token[theme];
  };
  const unreadable = (pairs: [string, string[]][], least: number) =>
    pairs.flatMap(([front, grounds]) =>
      grounds
        .map((ground) => ({ front, ground, contrast: wcagContrast(colorOf(front), colorOf(ground)) }))
        .filter(({ contrast }) => contrast < least)
        .map(({ ground, contrast }) => `${front} on ${ground}: ${contrast.toFixed(2)}`),
    );

  it('make every text readable on everything that it stands on', () => {
    expect(unreadable(TEXTS, 4.5)).toEqual([]);
  });

  it('tell controls and the focus ring apart from their surroundings', () => {
    expect(unreadable(SHAPES, 3)).toEqual([]);
  });

  it('are the surfaces that an accent is measured against', () => {
    const notice = colorOf('tone-good-soft');
    expect({ page: colorOf('page'), surface: colorOf('surface'), notice }).toEqual(SURFACES[theme]);
  });

  it('have the default accent as the palette derives it', () => {
    const { steps, edge, onSolid } = accentOf(DEFAULT_ACCENT)[theme];
    expect(steps.map((_, index) => colorOf(`accent-${index + 1}`))).toEqual(steps);
    expect(colorOf('accent-edge')).toBe(edge);
    expect(colorOf('on-accent')).toBe(onSolid);
  });
});
