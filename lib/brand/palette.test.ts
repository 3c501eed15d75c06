import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { THEMES } from '@/lib/core/theme';
import { accentOf, SURFACES } from './palette';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the accent of any color', () => {
  it('has readable text on its fill, as a link, and on its tint', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...THEMES), (color, theme) => {
        const { steps, edge, onSolid } = accentOf(color)[theme];
        const { page, surface } = SURFACES[theme];
        const [solid = '', hover = '', text = ''] = steps.slice(8);
        expect(steps).toHaveLength(12);
        for (const fill of [solid, hover]) expect(wcagContrast(onSolid, fill)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [page, surface, steps[2] ?? ''])
          expect(wcagContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(edge, page)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('is the color itself where that is readable, and says where it is not', () => {
    const accent = accentOf('#3056d3');
    expect(accent.light.steps[8]).toBe('#3056d3');
    expect(accent.corrected).toEqual({ light: false, dark: false });
  });

  it('keeps a bright color on buttons, outlined and with dark text where the page is as bright', () => {
    const { light, dark, corrected } = accentOf('#ffd400');
    expect([dark.solid, dark.edge]).toEqual(['#ffd400', '#ffd400']);
    expect([light.solid, light.onSolid]).toEqual(['#ffd400', '#14161a']);
    expect(light.edge).not.toBe('#ffd400');
    expect(corrected).toEqual({ light: true, dark: false });
  });

  it.each(['#d32f2f', '#ff7a00', '#c2185b'])(
    'is no color of links where it looks like an error: %s',
    (color) => {
      const { light, dark } = accentOf(color);
      expect([light.text, dark.text]).toEqual([light.steps[11], dark.steps[11]]);
      expect(light.solid).toBe(color);
    },
  );

  it.each(['', 'not a color', '#12'])('is refused for %j', (color) => {
    expect(() => accentOf(color)).toThrow(RangeError);
  });
});
