import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from './import-graph';
import { findLiteralTexts } from './literal-texts';

it('no text on a page is outside the catalogue', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), ['app', 'components']);
  expect(sources.length).toBeGreaterThan(100);
  const found = sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => findLiteralTexts(path, text).map((literal) => `${path}: ${literal}`));
  expect(found).toEqual([]);
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
  ["<p className='px-4' lang='en'>{t('save')} · {count} – 12%</p>", []],
  ["<Tab label={t('people')}>{isOpen ? t('a') : ''}</Tab>", []],
])('in %s the texts are %j', (jsx, expected) => {
  expect(findLiteralTexts('page.tsx', `export const Page = () => ${jsx};`)).toEqual(expected);
});
