import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from './import-graph';
import { findLiteralTexts } from './literal-texts';

/** `toList` and `toSeries` know how a language lists. */
const JOINED_BY_HAND = /\.join\((['"`])[,;.:] ?\1\)/g;

it('no text on a page is outside the catalogue', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), ['app', 'components']);
  expect(sources.length).toBeGreaterThan(100);
  const found = sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => findLiteralTexts(path, text).map((literal) => `${path}: ${literal}`));
  expect(found).toEqual([]);
});

it('no list is joined with the comma of one language', () => {
  const rooms = ['app', 'components', 'lib/audit'];
  const joined = readSources(resolve(import.meta.dirname, '../..'), rooms)
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) => (text.match(JOINED_BY_HAND) ?? []).map((found) => `${path}: ${found}`));
  expect(joined).toEqual([]);
  expect("labels.join(', ')".match(JOINED_BY_HAND)).toHaveLength(1);
});

it.each([
  ['<p>Save</p>', ['Save']],
  ['<p>{name} was saved</p>', ['was saved']],
  ["<p>{isNew ? 'New' : t('old')}</p>", ['New']],
  ["<p>{error && 'Failed'}</p>", ['Failed']],
  [`<p>{\`by \${name}\`}</p>`, ['by']],
  ['<button aria-label="Close" />', ['Close']],
  ["<input placeholder={'Search'} title={t('search')} />", ['Search']],
  ['<img alt="A chart" />', ['A chart']],
  ['<p>{name}: {status}</p>', [':']],
  ['<p>{name} ({status})</p>', ['(', ')']],
  ["<p>{index > 0 && ', '}{name}</p>", [',']],
  ['<p>“{name}”</p>', ['“', '”']],
  ["<p className='px-4' lang='en'>{t('save')} · {count} – 12%</p>", []],
  ["<Tab label={t('people')}>{isOpen ? t('a') : ''}</Tab>", []],
])('in %s the texts are %j', (jsx, expected) => {
  expect(findLiteralTexts('page.tsx', `export const Page = () => ${jsx};`)).toEqual(expected);
});
