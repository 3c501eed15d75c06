import { formatHex } from 'culori';
import type { Theme } from '@/lib/core/theme';

const DECLARATION = /^\s*--([a-z0-9-]+):\s*([^;]+);/gm;
const LIGHT_DARK = /^light-dark\(\s*(#[0-9a-f]+|oklch\([^)]*\))\s*,\s*(#[0-9a-f]+|oklch\([^)]*\))\s*\)$/i;
const REFERENCE = /^var\(--([a-z0-9-]+)\)$/;

/** The color tokens of a stylesheet as hex, per theme: references followed, other tokens left out. */
export function readColorTokens(css: string): Map<string, Record<Theme, string>> {
  const raw = new Map(
    [...css.matchAll(DECLARATION)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  const colors = new Map<string, Record<Theme, string>>();
  for (const name of raw.keys()) {
    const pair = LIGHT_DARK.exec(follow(raw, name));
    const [light, dark] = [formatHex(pair?.[1] ?? ''), formatHex(pair?.[2] ?? '')];
    if (light && dark) colors.set(name, { light, dark });
  }
  return colors;
}

function follow(raw: ReadonlyMap<string, string>, name: string): string {
  const value = raw.get(name) ?? '';
  const [, next] = REFERENCE.exec(value) ?? [];
  return next === undefined ? value : follow(raw, next);
}
