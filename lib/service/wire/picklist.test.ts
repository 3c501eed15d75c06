import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicklist } from './picklist';

const options = (entry: unknown) => readPicklist(entry).options;
const AB = [
  { value: 'a', label: 'Alpha', active: true },
  { value: 'b', label: 'Beta', active: true },
];

describe('the shapes of options', () => {
  it.each([
    [
      'value and label',
      [
        { value: 'a', label: 'Alpha' },
        { value: 'b', label: 'Beta' },
      ],
    ],
    [
      'id and name',
      [
        { id: 'a', name: 'Alpha' },
        { id: 'b', name: 'Beta' },
      ],
    ],
    [
      'id and label',
      [
        { id: 'a', label: 'Alpha' },
        { id: 'b', label: 'Beta' },
      ],
    ],
    [
      'key and value',
      [
        { key: 'a', value: 'Alpha' },
        { key: 'b', value: 'Beta' },
      ],
    ],
    [
      'key and displayName',
      [
        { key: 'a', displayName: 'Alpha' },
        { key: 'b', displayName: 'Beta' },
      ],
    ],
    [
      'name and displayName',
      [
        { name: 'a', displayName: 'Alpha' },
        { name: 'b', displayName: 'Beta' },
      ],
    ],
    [
      'actual_value',
      [
        { display_value: 'Alpha', actual_value: 'a' },
        { display_value: 'Beta', actual_value: 'b' },
      ],
    ],
    [
      'reference_value',
      [
        { display_value: 'Alpha', reference_value: 'a' },
        { display_value: 'Beta', reference_value: 'b' },
      ],
    ],
    [
      'Value and Label',
      [
        { Value: 'a', Label: { UserLocalizedLabel: { Label: 'Alpha', LanguageCode: 1033 } } },
        { Value: 'b', Label: { LocalizedLabels: [{ Label: 'Beta', LanguageCode: 1033 }] } },
      ],
    ],
    [
      'translations',
      [
        { value: 'a', label: { de: 'Alef', en: 'Alpha' } },
        { value: 'b', label: { fr: 'Beta' } },
      ],
    ],
    ['a record of labels', { a: 'Alpha', b: 'Beta' }],
    ['a record of records', { a: { label: 'Alpha' }, b: { label: 'Beta', active: true } }],
  ])('%s', (_name, sent) => {
    expect(options({ options: sent })).toMatchObject(AB);
  });

  it.each(['options', 'values', 'picklistValues', 'allowedValues', 'choices', 'enum'])('under %s', (key) => {
    expect(options({ [key]: ['a'] })).toEqual([{ value: 'a', label: 'a', active: true }]);
    expect(options({ [key]: { values: ['a'] } })).toEqual([{ value: 'a', label: 'a', active: true }]);
  });

  it.each([[{ picklist: { values: ['a'] } }], [{ picklist: ['a'] }], [{ items: { enum: ['a'] } }]])(
    'one level deeper: %j',
    (entry) => {
      expect(options(entry)).toHaveLength(1);
    },
  );

  it('keeps the type in which a value was sent', () => {
    expect(
      options({ options: [1, '2', true, { value: 3, label: 'Three' }] }).map(({ value }) => value),
    ).toEqual([1, '2', true, 3]);
  });

  it('falls back to the value where a label is empty', () => {
    expect(
      options({
        options: [
          { value: 'a', label: '  ' },
          { value: 'b', label: null },
        ],
      }).map((o) => o.label),
    ).toEqual(['a', 'b']);
  });
});

describe('retired options', () => {
  it.each([
    [{ active: false }],
    [{ active: 'false' }],
    [{ enabled: false }],
    [{ isActive: false }],
    [{ archived: true }],
    [{ deleted: true }],
    [{ inactive: true }],
    [{ hidden: 'true' }],
    [{ is_deleted: true }],
  ])('one with %j is kept for reading only', (mark) => {
    expect(options({ options: [{ value: 'a', ...mark }] })).toEqual([
      { value: 'a', label: 'a', active: false },
    ]);
  });

  it('the opposite value of the same mark leaves it offered', () => {
    const marks = [
      { active: true },
      { enabled: true },
      { archived: false },
      { deleted: false },
      { inactive: false },
    ];
    for (const mark of marks) expect(options({ options: [{ value: 'a', ...mark }] })[0]?.active).toBe(true);
  });

  it('a value that is both retired and offered is offered', () => {
    expect(
      options({
        options: [
          { value: 'a', active: false },
          { value: 'a', label: 'Again' },
        ],
      }),
    ).toEqual([{ value: 'a', label: 'Again', active: true }]);
  });
});

describe('their order', () => {
  it('is the portal’s, without duplicates', () => {
    expect(options({ options: ['c', 'a', 'c', 'b'] }).map(({ value }) => value)).toEqual(['c', 'a', 'b']);
    expect(options({ options: [1, '1'] })).toHaveLength(1);
  });

  it('follows a sort key that every option has', () => {
    const sent = [
      { value: 'a', sortOrder: 2 },
      { value: 'b', sortOrder: '1' },
    ];
    expect(options({ options: sent }).map(({ value }) => value)).toEqual(['b', 'a']);
    const partly = [{ value: 'a', position: 2 }, { value: 'b' }];
    expect(options({ options: partly }).map(({ value }) => value)).toEqual(['a', 'b']);
  });
});

describe('an invalid option', () => {
  it('is counted', () => {
    expect(readPicklist({ options: ['a', null, '', {}, [], { value: { x: 1 } }] })).toMatchObject({
      options: [{ value: 'a' }],
      unreadable: 5,
    });
    expect(readPicklist({ options: [{}, {}] })).toMatchObject({ options: [], unreadable: 2 });
  });

  it.each([[{}], [{ options: [] }], [{ options: {} }], [{ options: 'a;b' }], [null], [[]]])(
    '%j holds none',
    (entry) => {
      expect(readPicklist(entry)).toMatchObject({ options: [], unreadable: 0 });
    },
  );

  it('never throws, never repeats a value, never offers an empty one', () => {
    const entry = fc.dictionary(
      fc.constantFrom('options', 'values', 'enum', 'picklist', 'items', 'choices'),
      fc.oneof(fc.anything(), fc.array(fc.object())),
    );
    fc.assert(
      fc.property(fc.oneof(entry, fc.anything()), (sent) => {
        const values = options(sent).map(({ value }) => String(value));
        expect(new Set(values).size).toBe(values.length);
        expect(values.every((value) => value.trim() !== '')).toBe(true);
      }),
    );
  });
});
