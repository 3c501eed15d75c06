import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FieldOverride,
  type FieldOverrides,
  isHidden,
  labelOfField,
  namesOfField,
  orderFields,
  placeField,
} from './field-overrides';

const fields = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const placed = (places: Record<string, number>): FieldOverrides =>
  new Map(
    Object.entries(places).map(([id, position]): [string, FieldOverride] => [
      id,
      { position, hidden: false },
    ]),
  );
const orderOf = (overrides: FieldOverrides) => orderFields(fields, overrides).map(({ id }) => id);
const move = (overrides: FieldOverrides, fieldId: string, position: number): FieldOverrides => {
  const moved = new Map(overrides);
  for (const [id, place] of placeField({ fields, overrides }, { fieldId, position })) {
    moved.set(id, { ...(overrides.get(id) ?? { hidden: false }), position: place });
  }
  return moved;
};

const someOwn = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'gone'), fc.integer({ min: -1, max: 9 }))
  .map(placed);

describe('the admin’s order of fields', () => {
  it('is the portal’s unless an admin set one', () => {
    expect(orderOf(new Map()).join('')).toBe('abcde');
  });

  it('puts a field at its place, and the others around it in portal order', () => {
    expect(orderOf(placed({ d: 1 })).join('')).toBe('dabce');
    expect(orderOf(placed({ a: 3, e: 1 })).join('')).toBe('ebacd');
    expect(orderOf(placed({ a: 99 })).join('')).toBe('bcdea');
  });

  it('never loses or duplicates a field, for any stored places', () => {
    fc.assert(
      fc.property(someOwn, (overrides) => {
        expect(orderOf(overrides).toSorted().join('')).toBe('abcde');
      }),
    );
  });

  it('has a moved field exactly where it was moved to', () => {
    fc.assert(
      fc.property(
        someOwn,
        fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        fc.integer({ min: 1, max: 5 }),
        (overrides, id, place) => {
          expect(orderOf(move(overrides, id, place)).indexOf(id)).toBe(place - 1);
        },
      ),
    );
  });

  it('swaps a field moved one step with its neighbour only', () => {
    fc.assert(
      fc.property(someOwn, fc.integer({ min: 0, max: 3 }), (overrides, index) => {
        const before = orderOf(overrides);
        const swapped = before.toSpliced(index, 2, before[index + 1] ?? '', before[index] ?? '');
        expect(orderOf(move(overrides, before[index] ?? '', index + 2))).toEqual(swapped);
        expect(orderOf(move(overrides, before[index + 1] ?? '', index + 1))).toEqual(swapped);
      }),
    );
  });

  it('does not move a field that the portal does not have', () => {
    expect(placeField({ fields, overrides: new Map() }, { fieldId: 'gone', position: 1 }).size).toBe(0);
  });
});

describe('a hidden field', () => {
  const overrides: FieldOverrides = new Map([['a', { hidden: true }]]);

  it('is shown again as soon as the portal requires it', () => {
    expect(isHidden({ id: 'a', required: false }, overrides)).toBe(true);
    expect(isHidden({ id: 'a', required: true }, overrides)).toBe(false);
  });
});

describe('the label of a field', () => {
  const NOBODY: FieldOverrides = new Map();
  const label = (portal: string, locale?: string, overrides = NOBODY) =>
    labelOfField({ id: 'lastName', label: portal }, overrides, locale);

  it('is that of a standard field in the reader’s language, if the portal has no more than the English one', () => {
    for (const portal of ['Last name', 'Last Name', ' last_name ', '']) {
      expect(label(portal, 'de-AT')).toBe('Nachname');
      expect(label(portal, 'ja')).toBe('姓');
    }
    expect(label('Last Name', 'en')).toBe('Last Name');
    expect(label('Last Name')).toBe('Last Name');
  });

  it('is the portal’s own in the reader’s language, even if that is the English word', () => {
    const named = { id: 'firstName', label: 'First name', labels: { de: 'First name' } };
    expect(labelOfField(named, new Map(), 'de')).toBe('First name');
    expect(labelOfField(named, new Map(), 'fr')).toBe('Prénom');
  });

  it('is the portal’s if that is worded otherwise, and an admin’s before all', () => {
    for (const portal of ['Family name of the contact', 'Last name (legal)', 'constructor'])
      expect(label(portal, 'de')).toBe(portal);
    const named: FieldOverrides = new Map([['lastName', { label: 'Surname', hidden: false }]]);
    expect(label('Last name', 'de', named)).toBe('Surname');
  });

  it('has names in every language, by which a column of a file is found', () => {
    const names = namesOfField({ id: 'lastName', label: 'Last name' }, NOBODY);
    expect(names).toEqual(
      expect.arrayContaining(['Last name', 'Nachname', 'Nom', 'Apellidos', 'Sobrenome', '姓']),
    );
  });
});
