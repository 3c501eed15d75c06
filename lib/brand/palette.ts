import type { Oklch } from 'culori';
// Only what is used: the admin's page loads it, too.
import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode as register,
  wcagContrast,
} from 'culori/fn';
import type { Theme } from '@/lib/core/theme';

register(modeRgb);
register(modeLrgb);
register(modeOklab);
register(modeOklch);

/** The accent of a desk whose brand has none. */
export const DEFAULT_ACCENT = '#3056d3';

/** The surfaces that text and controls stand on, as in `app/tokens.css`; `notice` is the fill that is hardest to read on. */
export const SURFACES = {
  light: { page: '#fafbfc', surface: '#ffffff', notice: '#e1f8e6' },
  dark: { page: '#0e1013', surface: '#15171b', notice: '#122f1b' },
} as const satisfies Record<Theme, { page: string; surface: string; notice: string }>;

/**
 * An accent for one theme, colors in sRGB hex. Steps 1-2 are backgrounds, 3-5 fills of controls, 6-8 borders,
 * 9-10 solid fills, 11 text and links, 12 headings on a tinted surface.
 */
export type AccentScale = {
  steps: readonly string[];
  /** Step 9. */
  solid: string;
  /** The outline of solid fills: can be told from the page, also where the fill cannot. */
  edge: string;
  /** Step 11. */
  text: string;
  /** Text on steps 9 and 10. */
  onSolid: string;
};

export type Accent = Record<Theme, AccentScale> & {
  /** Per theme, whether the vendor's own color would be hard to read or to see on the page. */
  corrected: Record<Theme, boolean>;
};

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what only has to be told apart from its surroundings. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

const WHITE = '#ffffff';
const INK = '#14161a';

/** Lightness and share of the base's chroma, for all steps but 9-11, which contrast decides. */
const RAMP: Record<Theme, readonly (readonly [lightness: number, chroma: number])[]> = {
  light: [
    [0.992, 0.04],
    [0.98, 0.08],
    [0.956, 0.16],
    [0.93, 0.26],
    [0.9, 0.34],
    [0.86, 0.42],
    [0.805, 0.52],
    [0.73, 0.68],
  ],
  dark: [
    [0.185, 0.12],
    [0.21, 0.18],
    [0.26, 0.32],
    [0.3, 0.42],
    [0.34, 0.5],
    [0.39, 0.56],
    [0.45, 0.64],
    [0.53, 0.78],
  ],
};
const LAST_STEP: Record<Theme, readonly [number, number]> = { light: [0.3, 0.55], dark: [0.94, 0.25] };
const HOVER_SHIFT: Record<Theme, number> = { light: -0.045, dark: 0.045 };
const STEP = 0.005;

const toOklch = converter('oklch');

/**
 * The scales of a vendor's color. Fills keep it: only if no text is readable on it, its lightness is moved, as little as
 * possible. Links and outlines move as far as they must be told from the page. Hue and, as far as the screen can show it,
 * chroma stay.
 *
 * @param color any CSS color
 * @throws {RangeError} if it is not a color
 */
export function accentOf(color: string): Accent {
  const base = toOklch(parse(color));
  if (!base) throw new RangeError(`"${color}" is not a color.`);
  const of = (theme: Theme) => scaleOf(base, theme);
  const [light, dark] = [of('light'), of('dark')];
  return {
    light: light.scale,
    dark: dark.scale,
    corrected: { light: light.corrected, dark: dark.corrected },
  };
}

/** A color as typed, with or without `#`, of three or six hex digits, as `#` and six; undefined if it is none. */
export function toBrandColor(typed: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? [];
  if (digits === '') return undefined;
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${six.toLowerCase()}`;
}

function scaleOf(base: Oklch, theme: Theme): { scale: AccentScale; corrected: boolean } {
  const ramp = RAMP[theme].map(([lightness, chroma]) => shade(base, lightness, chroma));
  const solid = solidOf(base, theme);
  const hover = shade(base, solid.lightness + HOVER_SHIFT[theme], 1);
  const last = shade(base, ...LAST_STEP[theme]);
  const text = looksLikeError(base) ? last : textOf(base, theme, ramp[2] ?? SURFACES[theme].surface);
  const edge = edgeOf(base, theme, solid);
  return {
    scale: {
      steps: [...ramp, solid.color, readable(hover, solid), text, last],
      solid: solid.color,
      edge,
      text,
      onSolid: solid.on,
    },
    corrected: edge !== formatHex(clampChroma(base, 'oklch')),
  };
}

/**
 * From red to amber, as errors and warnings: links of this color would be taken for them, so they are almost as dark as
 * text.
 */
const looksLikeError = ({ h = 0, c }: Oklch) => h <= 90 && c > 0.05;

type Solid = { color: string; lightness: number; on: string };

/** The base itself if it carries text, else the nearest lightness that does. */
function solidOf(base: Oklch, theme: Theme): Solid {
  for (const { color, lightness } of nearest(base, base.l)) {
    const on = [WHITE, INK].find((ink) => wcagContrast(ink, color) >= TEXT_CONTRAST);
    if (on) return { color, lightness, on };
  }
  return theme === 'light'
    ? { color: INK, lightness: 0, on: WHITE }
    : { color: WHITE, lightness: 1, on: INK };
}

/** The nearest lightness to the fill's that can be told from the page. */
function edgeOf(base: Oklch, theme: Theme, solid: Solid): string {
  const isVisible = (color: string) => wcagContrast(color, SURFACES[theme].page) >= SHAPE_CONTRAST;
  if (isVisible(solid.color)) return solid.color;
  const shades = nearest(base, solid.lightness);
  return shades.find(({ color }) => isVisible(color))?.color ?? (theme === 'light' ? INK : WHITE);
}

/** The base at every lightness, the nearest first. */
function nearest(base: Oklch, from: number): { color: string; lightness: number }[] {
  const own = { color: formatHex(clampChroma({ ...base, l: from }, 'oklch')), lightness: from };
  const distances = Array.from({ length: 1 / STEP }, (_, index) => (index + 1) * STEP);
  const others = distances.flatMap((distance) =>
    [from - distance, from + distance].map((lightness) => ({ color: shade(base, lightness, 1), lightness })),
  );
  return [own, ...others];
}

/** The hover color, unless text on it would be hard to read. */
function readable(hover: string, { color, on }: Solid): string {
  return wcagContrast(on, hover) >= TEXT_CONTRAST ? hover : color;
}

/** The base as text: readable on the page, on surfaces and on its own tint. */
function textOf(base: Oklch, theme: Theme, tint: string): string {
  const grounds = [...Object.values(SURFACES[theme]), tint];
  const direction = theme === 'light' ? -STEP : STEP;
  for (let lightness = clampUnit(base.l); lightness === clampUnit(lightness); lightness += direction) {
    const color = shade(base, lightness, 1);
    if (grounds.every((ground) => wcagContrast(color, ground) >= TEXT_CONTRAST)) return color;
  }
  return theme === 'light' ? INK : WHITE;
}

/** The base's hue at another lightness, with as much of its chroma as sRGB can show. */
function shade(base: Oklch, lightness: number, chroma: number): string {
  return formatHex(clampChroma({ ...base, l: clampUnit(lightness), c: base.c * chroma }, 'oklch'));
}

const clampUnit = (lightness: number) => Math.min(1, Math.max(0, lightness));
