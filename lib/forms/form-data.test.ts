import { expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { choiceName, readChoices, readInputValues } from './form-data';

const model = buildModel([
  makeField({ id: 'a', label: 'A' }),
  makeField({ id: 'm', label: 'M', kind: 'multi-picklist', options: ['X', 'Y'] }),
  makeField({ id: 't', label: 'T', kind: 'boolean' }),
]);

function posted(...entries: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

it('a post contains every control, including those a browser omits', () => {
  expect(readInputValues(model, posted(['f0', 'x'], ['f1', 'x'], ['f1', 'y']))).toEqual({
    values: { f0: 'x', f1: ['x', 'y'], f2: '' },
    unknown: [],
  });
});

it('unknown names in our format are reported; other names are ignored', () => {
  const data = posted(
    ['f0', 'x'],
    ['f7', 'y'],
    ['$ACTION_KEY', 'z'],
    ['submissionId', '1'],
    ['__proto__', 'x'],
    ['f7', 'z'],
  );
  expect(readInputValues(model, data).unknown).toEqual(['f7']);
});

it('a file in place of text is ignored', () => {
  expect(readInputValues(model, posted(['f0', new Blob(['x'])])).values.f0).toBe('');
});

it('conflict decisions are read for fields of the form only', () => {
  const data = posted(
    [choiceName('f0'), 'mine'],
    [choiceName('f1'), 'neither'],
    [choiceName('f9'), 'theirs'],
  );
  expect([...readChoices(model, data)]).toEqual([['f0', 'mine']]);
});

it('a choice for another text, or for no number at all, is ignored', () => {
  const amount = buildModel([
    makeField({ id: 'v', label: 'V', kind: 'number' }),
    makeField({ id: 't', label: 'T' }),
  ]);
  const { values } = readInputValues(
    amount,
    posted(['f0', '13.500'], ['as_f0', '12500'], ['f1', '12.500'], ['as_f1', '12500']),
  );
  expect(values).toEqual({ f0: '13.500', f1: '12.500' });
});
