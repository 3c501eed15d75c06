import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { runs } from '@/tests/support/property-runs';
import { unstorableIn } from '@/tests/support/unstorable';
import { readLeadSchema } from './schema';

const schemaOf = (...unifiedFields: unknown[]) => readLeadSchema({ unifiedFields });

const codes = (...entries: unknown[]) =>
  schemaOf(...entries).notes.map(({ fieldId, code }) => `${fieldId}:${code}`);

describe('the schema as a whole', () => {
  it('never includes the organization or the agent', () => {
    const schema = schemaOf(
      { fieldId: 'partnerOrganizationId', type: 'text', required: true },
      { fieldId: 'agentId', type: 'text', required: true },
    );
    expect(schema).toMatchObject({ fields: [], notes: [] });
  });

  it('leaves out unreadable entries and notes them', () => {
    const text = { type: 'text' };
    const entries = [
      null,
      'x',
      text,
      { ...text, fieldId: ' ' },
      { ...text, fieldId: {} },
      { ...text, fieldId: 'a\0' },
    ];
    expect(codes(...entries)).toEqual([
      ':entry-unreadable',
      ':entry-unreadable',
      ':empty-field-id',
      ':empty-field-id',
      ':entry-unreadable',
      ':entry-unreadable',
    ]);
    expect(schemaOf(...entries, { ...text, fieldId: 'ok' }).fields.map(({ id }) => id)).toEqual(['ok']);
  });

  it('keeps the first of two entries with one fieldId', () => {
    const twice = schemaOf(
      { fieldId: 'a', type: 'text', label: '1' },
      { fieldId: 'a', type: 'date', label: '2' },
    );
    expect(twice.fields.map(({ label }) => label)).toEqual(['1']);
    expect(twice.notes).toMatchObject([{ fieldId: 'a', code: 'duplicate-field' }]);
  });

  it.each(['__proto__', 'constructor', 'a.b', 'a[0]', ' '.concat('x')])(
    'treats %j as an ordinary fieldId',
    (fieldId) => {
      const schema = readLeadSchema(
        JSON.parse(JSON.stringify({ unifiedFields: [{ fieldId, type: 'text' }] })),
      );
      expect(schema.fields.map(({ id, placement }) => [id, placement])).toEqual([[fieldId, 'custom']]);
    },
  );

  it('is found under data too', () => {
    expect(readLeadSchema({ status: 200, data: { unifiedFields: [] } }).fields).toEqual([]);
  });

  it.each([[null], [[]], [{}], [{ unifiedFields: {} }], ['<html>'], [undefined]])('is not in %j', (body) => {
    expect(() => readLeadSchema(body)).toThrow(ServiceError);
  });

  it('has one version for any key order, and another when the form differs', () => {
    const entry = {
      fieldId: 'a',
      label: 'A',
      type: 'picklist',
      options: [{ value: 'x', label: 'X' }],
      required: true,
    };
    const turned = {
      required: true,
      options: [{ label: 'X', value: 'x' }],
      type: 'picklist',
      label: 'A',
      fieldId: 'a',
    };
    const { version } = schemaOf(entry);
    expect(version).toMatch(/^[0-9a-f]{32}$/);
    expect(schemaOf(turned).version).toBe(version);
    expect(schemaOf({ ...entry, required: false }).version).not.toBe(version);
    expect(schemaOf({ ...entry, options: ['x', 'y'] }).version).not.toBe(version);
    const other = { fieldId: 'b', type: 'text' };
    expect(schemaOf(other, entry).version).not.toBe(schemaOf(entry, other).version);
  });
});

describe('any response', () => {
  const entry = fc.dictionary(
    fc.constantFrom(
      'fieldId',
      'label',
      'type',
      'required',
      'creatable',
      'updateable',
      'options',
      'values',
      'enum',
      'default',
      'min',
      'max',
      'maxLength',
      'help',
      'currency',
      'active',
      'custom',
      'category',
      'multiple',
    ),
    fc.oneof(fc.anything(), fc.string(), fc.constantFrom('text', 'picklist', 'a', 'true', '__proto__')),
  );
  const body = fc.oneof(
    fc.anything(),
    fc.record({ unifiedFields: fc.array(fc.oneof(entry, fc.anything())) }),
  );

  it('gives a schema with unique ids that can be stored, or ServiceError', () => {
    fc.assert(
      fc.property(body, (sent) => {
        try {
          const schema = readLeadSchema(sent);
          const ids = schema.fields.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(schema.fields.every(({ label }) => label.trim() !== '')).toBe(true);
          expect(unstorableIn(schema)).toEqual([]);
          expect(JSON.parse(JSON.stringify(schema.fields))).toEqual(schema.fields);
        } catch (error) {
          if (error instanceof ServiceError) return;
          throw error;
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps its version with reversed keys', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const turned = entries.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
        expect(schemaOf(...turned).version).toBe(schemaOf(...entries).version);
      }),
    );
  });
});

describe('forms of other shapes', () => {
  const read = (entry: object, around: object = {}) =>
    readLeadSchema({ ...around, unifiedFields: [{ fieldId: 'x', label: 'X', type: 'text', ...entry }] });

  it.each(['N', 'no', '0', 0, 'off', false])('a field that is creatable %j is not', (said) => {
    expect(read({ creatable: said, updateable: said }).fields[0]).toMatchObject({
      creatable: false,
      updateable: false,
    });
  });

  it('a mark that nobody knows is noted', () => {
    const { notes, fields } = read({ creatable: 'perhaps' });
    expect(notes).toEqual([{ fieldId: 'x', code: 'unknown-flag', detail: 'creatable: "perhaps"' }]);
    expect(fields[0]?.creatable).toBe(true);
  });

  it.each([
    { de: 'Größe', fr: 'Taille', en: 'Size' },
    [
      { language: 'de-DE', text: 'Größe' },
      { language: 'fr-FR', text: 'Taille' },
      { language: 'en-GB', text: 'Size' },
    ],
  ])('labels are English, and kept in all languages', (label) => {
    const labels = { de: 'Größe', fr: 'Taille', en: 'Size' };
    expect(read({ label }).fields[0]).toMatchObject({ label: 'Size', labels });
    const options = [{ value: 1, label }];
    expect(read({ options }).fields[0]?.options?.[0]).toMatchObject({ label: 'Size', labels });
  });

  it.each([
    { de: 'Größe', fr: null, en: 'Size', es: ' ' },
    [
      { language: 'de', text: 'Größe' },
      { language: 'fr', text: null },
      { language: 'en', text: 'Size' },
    ],
  ])('a language whose label is missing leaves the others', (label) => {
    const labels = { de: 'Größe', en: 'Size' };
    expect(read({ label }).fields[0]).toMatchObject({ label: 'Size', labels });
  });

  const OPTIONS = [
    { value: 'a', label: 'A', active: true },
    { value: 'b', label: 'B', active: true },
  ];
  const [a, b] = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  it.each([
    [
      'in groups',
      {
        options: [
          { label: 'One', options: [a] },
          { label: 'Two', options: [b] },
        ],
      },
      {},
    ],
    ['beside the fields, by field', {}, { picklists: { x: [a, b] } }],
    ['beside the fields, in a list', {}, { valueLists: [{ field: 'x', entries: [a, b] }] }],
  ])('choices are found %s', (_, entry, around) => {
    expect(read({ type: 'picklist', ...entry }, around).fields[0]).toMatchObject({
      kind: 'picklist',
      options: OPTIONS,
    });
  });

  it('a type may name null as well', () => {
    expect(read({ type: ['number', 'null'] }).fields[0]?.kind).toBe('number');
  });
});
