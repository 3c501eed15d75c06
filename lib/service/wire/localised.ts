import 'server-only';
import { getOwn } from '@/lib/core/own';
import { isRecord, textOf } from './value';

const MAX_DEPTH = 4;
const PREFERRED = [
  'userlocalizedlabel',
  'localizedlabel',
  'label',
  'default',
  'en',
  'value',
  'text',
  'name',
  'localizedlabels',
];

/**
 * The text of a label: a string, or a record or list of translations such as `{en, de}` or
 * `{UserLocalizedLabel: {Label}}`. Trimmed and well-formed; undefined if empty.
 */
export function labelOf(value: unknown, depth = 0): string | undefined {
  const text = textOf(value)?.trim();
  if (text) return text;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return firstLabel(value, depth);
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const preferred = PREFERRED.flatMap((name) => keys.filter((key) => key.toLowerCase() === name));
  const chosen = firstLabel(
    preferred.map((key) => getOwn(value, key)),
    depth,
  );
  if (chosen) return chosen;
  return firstLabel(
    Object.values(value).filter((entry) => typeof entry === 'string'),
    depth,
  );
}

function firstLabel(values: unknown[], depth: number): string | undefined {
  for (const value of values) {
    const label = labelOf(value, depth + 1);
    if (label) return label;
  }
  return undefined;
}
