import { textsOf } from './texts';

type Texts = Parameters<typeof textsOf>[0];

/** A text on a button or link, and the longer name that it has for screen readers: paths in the catalogue. */
export type NamedButton = { text: string; name: string };

const NAMESPACE = /Translations\('([\w.]+)'\)/g;
/** What is between the braces of an attribute, with one pair of braces inside. */
const REST = String.raw`(?:[^{}]|\{[^{}]*\})*\}`;
const LABELLED = new RegExp(
  String.raw`aria-label=\{\w+\('(?<name>[\w.]+)'${REST}[^<>]*>\s*\{(?<of>\w+)\('(?<text>[\w.]+)'`,
  'g',
);
/** Components that take both. */
const GIVEN = /text=\{(?<of>\w+)\('(?<text>[\w.]+)'\)\}\s+name=\{\w+\('(?<name>[\w.]+)'/g;

/** The buttons and links of this source whose name is not their text. A shared text is read from `common`. */
export function findNamedButtons(source: string, catalogue: Texts): NamedButton[] {
  const known = new Set(textsOf(catalogue).map(({ path }) => path));
  const namespaces = new Set([...source.matchAll(NAMESPACE)].map(([, namespace]) => namespace));
  const pairs = [LABELLED, GIVEN].flatMap((pattern) => [...source.matchAll(pattern)]);
  return pairs.flatMap(({ groups }) =>
    [...namespaces]
      .map((namespace) => ({
        text: `${groups?.of === 'common' ? 'Common' : namespace}.${groups?.text}`,
        name: `${namespace}.${groups?.name}`,
      }))
      .filter((pair) => known.has(pair.text) && known.has(pair.name)),
  );
}

/** Names that do not contain the text on screen: who says that text to their device presses nothing (WCAG 2.5.3). */
export function findUnspoken(buttons: readonly NamedButton[], texts: Texts): string[] {
  const byPath = new Map(textsOf(texts).map(({ path, text }) => [path, text]));
  return buttons
    .map(({ text, name }) => ({ text: byPath.get(text) ?? '', name: byPath.get(name) ?? '' }))
    .filter(({ text, name }) => !name.toLowerCase().includes(text.toLowerCase()))
    .map(({ text, name }) => `“${name}” does not contain “${text}”`);
}
