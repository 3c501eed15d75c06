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
        const { steps, onSolid } = accentOf(color)[theme];
        const { page, surface } = SURFACES[theme];
        const [solid = '', hover = '', text = ''] = steps.slice(8);
        expect(steps).toHaveLength(12);
        for (const fill of [solid, hover]) expect(wcagContrast(onSolid, fill)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [page, surface, steps[2] ?? ''])
          expect(wcagContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(solid, page)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('is the color itself where that is readable, and says where it is not', () => {
    const accent = accentOf('#3056d3');
    expect(accent.light.steps[8]).toBe('#3056d3');
    expect(accent.corrected).toEqual({ light: false, dark: false });
  });

  it('keeps a bright color in the dark theme and darkens it in the light one', () => {
    const { light, dark, corrected } = accentOf('#ffd400');
    expect(dark.steps[8]).toBe('#ffd400');
    expect(light.steps[8]).not.toBe('#ffd400');
    expect(corrected).toEqual({ light: true, dark: false });
  });

  it.each(['', 'not a color', '#12'])('is refused for %j', (color) => {
    expect(() => accentOf(color)).toThrow(RangeError);
  });
});
