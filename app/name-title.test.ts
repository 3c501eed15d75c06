import { expect, it } from 'vitest';
import { titleName } from './name-title';

/** As Next puts a title into the template of its layout. */
const inTemplate = (title: string) => '%s – Desk'.replace(/%s/g, title);

it('keeps a company whose name has dollar signs', () => {
  expect(inTemplate(`${titleName('Ca$$h & $& Carry')} – Leads`)).toBe('Ca$$h & $& Carry – Leads – Desk');
});

it('keeps the words around a right-to-left name in order', () => {
  expect(titleName('شركة النور')).toBe('\u2068شركة النور\u2069');
  expect(titleName('Acme \u202edtL')).toBe('Acme dtL');
});
