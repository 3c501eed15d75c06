import { expect, it } from 'vitest';
import { addressOf } from './form-address';

it('leaves out what was not filled in, so that the same list has the same address', () => {
  const answers = new FormData();
  answers.set('q', '  Ada & Co ');
  answers.set('status', '');
  expect(addressOf('/leads', answers)).toBe('/leads?q=Ada+%26+Co');
});

it('is the bare page when nothing was filled in', () => {
  expect(addressOf('/leads', [['q', '   ']])).toBe('/leads');
});

it('says only the status where one is chosen among what needs correction, as the page shows it', () => {
  const show: [string, string] = ['show', 'needs-correction'];
  expect(addressOf('/leads', [['status', 'won'], show])).toBe('/leads?status=won');
  expect(addressOf('/leads', [['status', ''], show])).toBe('/leads?show=needs-correction');
});
