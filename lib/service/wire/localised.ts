import 'server-only';
import type { Translations } from '@/lib/core/language';
import { getOwn } from '@/lib/core/own';
import { isRecord, textOf } from './value';

const MAX_DEPTH = 4;
const PREFERRED = [
  'userlocalizedlabel',
  'localizedlabel',
  'label',
  'default',
  'value',
  'text',
  'name',
  'localizedlabels',
];
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/**
 * The text of a label: a string, or a record or list of translations such as `{en, de}`, `[{language, text}]` or
 * `{UserLocalizedLabel: {Label}}`: of several languages the English one. Trimmed and well-formed; undefined if empty.
 */
export function labelOf(value: unknown, depth = 0): string | undefined {
  const text = textOf(value)?.trim();
  if (text) return text;
  if (depth >= MAX_DEPTH) return undefined;
  const labels = labelsOf(value);
  if (labels) return labels.en ?? Object.values(labels)[0];
  const first = (values: unknown[]) => {
    for (const one of values) {
      const label = labelOf(one, depth + 1);
      if (label) return label;
    }
    return undefined;
  };
  if (Array.isArray(value)) return first(value);
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const preferred = PREFERRED.flatMap((name) => keys.filter((key) => key.toLowerCase() === name));
  const chosen = first(preferred.map((key) => getOwn(value, key)));
  return chosen ?? first(Object.values(value).filter((entry) => typeof entry === 'string'));
}

/**
 * The texts of a label by the code of their language, if that is what it is: by keys, or in a list of pairs. A language
 * whose text is missing is left out.
 */
export function labelsOf(value: unknown): Translations | undefined {
  const pairs: unknown[][] = Array.isArray(value)
    ? value.map((entry) => (isRecord(entry) ? pairIn(Object.values(entry)) : []))
    : isRecord(value)
      ? Object.entries(value)
      : [];
  const labels: Record<string, string> = {};
  for (const [language, sent] of pairs) {
    if (typeof language !== 'string' || !LANGUAGE.test(language)) return undefined;
    if (typeof (sent ?? '') !== 'string') return undefined;
    const text = textOf(sent)?.trim();
    if (text) labels[language.slice(0, 2).toLowerCase()] = text;
  }
  return Object.keys(labels).length > 0 ? labels : undefined;
}

/** The only language among the values, and the only other text, which may be missing. */
function pairIn(values: unknown[]): unknown[] {
  const texts = values.filter((value) => typeof value === 'string');
  const [language, ...others] = texts.filter((text) => LANGUAGE.test(text));
  const rest = texts.filter((text) => text !== language);
  return others.length === 0 && rest.length < 2 ? [language, rest[0]] : [];
}
