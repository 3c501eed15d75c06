import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import english from '@/messages/en.json';
import { findNamedButtons, findUnspoken } from './button-names';
import { readSources } from './texts';

const ROOT = resolve(import.meta.dirname, '../..');
const buttons = readSources(ROOT, ['app', 'components']).flatMap((source) =>
  findNamedButtons(source, english),
);

describe('a button that has a longer name for screen readers', () => {
  it('is found by its text beside its name, or by both given to a component', () => {
    const catalogue = { Common: { open: 'Open' }, List: { openNamed: 'Open {name}' } };
    const page = `const [t, common] = [await getTranslations('List'), await getTranslations('Common')];
      <a href={href} aria-label={t('openNamed', { name })} className="link">
        {common('open')}
      </a>`;
    const given = `const t = useTranslations('List'); const common = useTranslations('Common');
      <Command text={common('open')} name={t('openNamed', { name })} />`;
    const found = [{ text: 'Common.open', name: 'List.openNamed' }];
    expect(findNamedButtons(page, catalogue)).toEqual(found);
    expect(findNamedButtons(given, catalogue)).toEqual(found);
    expect(findUnspoken(found, catalogue)).toEqual([]);
    expect(findUnspoken(found, { ...catalogue, List: { openNamed: 'Show {name}' } })).toEqual([
      '“Show {name}” does not contain “Open”',
    ]);
  });

  it.each(LOCALES)('has its text in that name, for people who say it: %s', (locale) => {
    const texts = JSON.parse(readFileSync(join(ROOT, 'messages', `${locale}.json`), 'utf8'));
    expect(buttons.length).toBeGreaterThan(15);
    expect(findUnspoken(buttons, texts)).toEqual([]);
  });
});
