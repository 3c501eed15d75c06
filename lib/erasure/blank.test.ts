import { expect, it } from 'vitest';
import { blankAll, toPersonal } from './blank';

const PERSONAL = toPersonal(['ann@x.example', 'Ann O’Neill', '+49 30 1234', 'Jo', null, ' Ann O’Neill ']);

it('keeps what is worth looking for, each once, the longest first', () => {
  expect(PERSONAL).toEqual(['ann@x.example', 'Ann O’Neill', '+49 30 1234']);
});

it.each([
  ['Write to ANN@x.example, or call +49 30 1234.', 'Write to •••, or call •••.'],
  ['ann  o’neill (again: Ann O’Neill)', '••• (again: •••)'],
  ['<ann@x.example>', '<•••>'],
  ['leads_ann_o’neill.csv', 'leads_•••.csv'],
])('blanks whole words in whatever case: %s', (text, blanked) => {
  expect(blankAll(text, PERSONAL)).toBe(blanked);
});

it.each([
  'joann@x.example',
  'ann@x.example.org',
  'ann@x.example-mail.org',
  'Joann O’Neill',
  '+49 30 12345',
  'Jo',
])('leaves another one alone: %s', (text) => expect(blankAll(text, PERSONAL)).toBe(text));

it('takes signs for what they are', () => {
  expect(blankAll('a.b+c@x.example aXb+c@x.example', ['a.b+c@x.example'])).toBe('••• aXb+c@x.example');
});
