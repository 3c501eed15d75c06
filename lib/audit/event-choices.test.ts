import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import de from '@/messages/de.json';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import fr from '@/messages/fr.json';
import ja from '@/messages/ja.json';
import pt from '@/messages/pt.json';
import { toEventChoices } from './event-choices';
import { AUDIT_EVENTS } from './write-audit';

const CATALOGUES = { en, de, es, fr, ja, pt };
const LOCALES = Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[];

describe.each(LOCALES)('the events to choose from in %s', (locale) => {
  const t = createTranslator({ locale, messages: CATALOGUES[locale], namespace: 'Audit' });
  const groups = toEventChoices(t, locale);
  const choices = groups.flatMap((group) => group.choices);

  it('are all there, each once and under a name of its own', () => {
    expect(choices.map(({ value }) => value).toSorted()).toEqual(AUDIT_EVENTS.toSorted());
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
  });

  it('are in words, without codes', () => {
    for (const { label } of [...groups, ...choices]) expect(label).not.toMatch(/[.{}]|^$/);
  });

  it('are in the order of the language', () => {
    for (const group of groups) {
      const labels = group.choices.map(({ label }) => label);
      expect(labels).toEqual(labels.toSorted(new Intl.Collator(locale).compare));
    }
  });
});
