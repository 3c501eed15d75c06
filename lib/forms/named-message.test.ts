import { expect, it } from 'vitest';
import { namedMessage } from './named-message';

const fields = [{ key: 'f1', label: 'Phone' }];

it('a message away from its field names the field', () => {
  expect(namedMessage({ fields }, { key: 'f1', message: 'Enter a number' })).toBe('Phone · Enter a number');
});

it.each(['', 'f2'])('a message about no field of the form stays as it is: “%s”', (key) => {
  expect(namedMessage({ fields }, { key, message: 'Reload the page' })).toBe('Reload the page');
});
