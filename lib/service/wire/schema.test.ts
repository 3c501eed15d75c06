import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '@/lib/forms/field';
import { ServiceError } from '@/lib/service/error';
import { readLeadSchema } from './schema';

const schemaOf = (...unifiedFields: unknown[]) => readLeadSchema({ unifiedFields }).schema;

function fieldOf(entry: object): Field {
  const [field] = schemaOf({ fieldId: 'f', label: 'F', type: 'text', ...entry }).fields;
  if (!field) throw new Error('the entry was left out');
  return field;
}

const codes = (...entries: unknown[]) =>
  schemaOf(...entries).notes.map(({ fieldId, code }) => `${fieldId}:${code}`);

describe('a field of the portal', () => {
  it('is read with all it says', () => {
    const entry = {
      fieldId: 'deal size',
      label: ' Deal size ',
      type: 'Currency',
      required: 'true',
      creatable: true,
      updateable: 'false',
      description: 'A guess is fine',
      min: '0',
      max: 1_000_000,
      currencyCode: 'eur',
      defaultValue: '10',
    };
    expect(schemaOf(entry).fields).toEqual([
      {
        id: 'deal size',
        label: 'Deal size',
        kind: 'currency',
        sentType: 'Currency',
        placement: 'custom',
        required: true,
        creatable: true,
        updateable: false,
        help: 'A guess is fine',
        min: 0,
        max: 1_000_000,
        currency: 'EUR',
        defaultValue: 10,
      },
    ]);
  });

  it.each([
    ['Text', 'text'],
    ['STRING', 'text'],
    ['single_line', 'text'],
    ['long-text', 'long-text'],
    ['Text Area', 'long-text'],
    ['MULTILINE', 'long-text'],
    ['E-Mail', 'email'],
    ['email_address', 'email'],
    ['PhoneNumber', 'phone'],
    ['URL', 'url'],
    ['decimal', 'number'],
    ['Money', 'currency'],
    ['percentage', 'percent'],
    ['INT', 'integer'],
    ['Check Box', 'boolean'],
    ['Yes-No', 'boolean'],
    ['date', 'date'],
    ['dateTime', 'date-time'],
    ['date_time', 'date-time'],
    ['Date-Time', 'date-time'],
    ['TIMESTAMP', 'date-time'],
  ])('of type %s is a %s', (type, kind) => {
    expect(fieldOf({ type })).toMatchObject({ kind, sentType: type });
    expect(codes({ fieldId: 'f', type })).toEqual([]);
  });

  it.each([
    ['picklist', 'picklist'],
    ['DropDown', 'picklist'],
    ['text', 'picklist'],
    ['lookup_list', 'picklist'],
    ['boolean', 'picklist'],
    ['MultiPicklist', 'multi-picklist'],
    ['multi_select', 'multi-picklist'],
    ['checkboxes', 'multi-picklist'],
    ['array', 'multi-picklist'],
  ])('of type %s with options is a %s', (type, kind) => {
    expect(fieldOf({ type, options: ['a'] })).toMatchObject({ kind, options: [{ value: 'a' }] });
  });

  it('may be marked as taking several options', () => {
    expect(fieldOf({ type: 'select', multiple: true, options: ['a'] }).kind).toBe('multi-picklist');
  });

  it('of an unknown type is a text, and the admin is told', () => {
    expect(fieldOf({ type: 'hologram' })).toMatchObject({ kind: 'text', sentType: 'hologram' });
    expect(codes({ fieldId: 'f', type: 'hologram' }, { fieldId: 'g' })).toEqual([
      'f:unknown-type',
      'g:unknown-type',
    ]);
  });

  it('that should be a picklist but has no readable options can still be filled in', () => {
    expect(fieldOf({ type: 'picklist', options: 'a;b' })).toMatchObject({ kind: 'text' });
    expect(codes({ fieldId: 'f', type: 'picklist', options: [{}] })).toEqual(['f:options-unreadable']);
    expect(codes({ fieldId: 'f', type: 'picklist', options: ['a', {}] })).toEqual(['f:options-unreadable']);
  });

  it('keeps the kind that section 2.1 gives it where the type says nothing', () => {
    expect(schemaOf({ fieldId: 'value' }, { fieldId: 'email' }).fields.map(({ kind }) => kind)).toEqual([
      'number',
      'email',
    ]);
    expect(fieldOf({ fieldId: 'value', type: '?', custom: true }).kind).toBe('text');
  });

  it('may be set unless the portal says no', () => {
    expect(fieldOf({})).toMatchObject({ creatable: true, updateable: true, required: false });
    expect(fieldOf({ creatable: 'false', updateable: false })).toMatchObject({
      creatable: false,
      updateable: false,
    });
  });

  it.each(['id', 'companyId', 'status', 'createdAt', 'updatedAt'])(
    '%s is set by the service unless it says otherwise',
    (fieldId) => {
      expect(fieldOf({ fieldId })).toMatchObject({
        creatable: false,
        updateable: false,
        placement: 'standard',
      });
      expect(fieldOf({ fieldId, creatable: true })).toMatchObject({ creatable: true, updateable: false });
      expect(codes({ fieldId, type: 'text', required: true })).toEqual([]);
    },
  );

  it.each(['read_only', 'Formula', 'autonumber'])('of the type %s is not asked', (type) => {
    expect(fieldOf({ type })).toMatchObject({ creatable: false, updateable: false });
  });

  it.each([
    [{ active: false }],
    [{ archived: true }],
    [{ deleted: 'true' }],
    [{ inactive: true }],
    [{ hidden: true }],
    [{ retired: true }],
  ])('that is retired (%j) is kept and not asked', (mark) => {
    expect(fieldOf({ creatable: true, updateable: true, ...mark })).toMatchObject({
      creatable: false,
      updateable: false,
    });
  });

  it('that is required and cannot be set is reported, not asked', () => {
    expect(codes({ fieldId: 'f', type: 'text', required: true, creatable: false })).toEqual([
      'f:required-not-creatable',
    ]);
  });
});

describe('where a value travels', () => {
  it.each([
    ['firstName', {}, 'standard'],
    ['platform', {}, 'standard'],
    ['budget', {}, 'custom'],
    ['constructor', {}, 'custom'],
    ['66b0c4d2e8f1a35790d4c6b2', {}, 'custom'],
    ['budget', { standard: true }, 'standard'],
    ['budget', { isCustom: 'false' }, 'standard'],
    ['firstName', { custom: true }, 'custom'],
    ['firstName', { standard: false }, 'custom'],
    ['firstName', { category: 'Custom fields' }, 'custom'],
    ['budget', { category: 'STANDARD' }, 'standard'],
    ['budget', { category: 'contact' }, 'custom'],
    ['customFields', { standard: true }, 'custom'],
  ])('%s with %j is %s', (fieldId, marker, placement) => {
    expect(fieldOf({ fieldId, ...marker }).placement).toBe(placement);
  });
});

describe('rules', () => {
  it.each(['help', 'description', 'helpText', 'hint', 'tooltip'])('help stands under %s', (key) => {
    expect(fieldOf({ [key]: 'Why' }).help).toBe('Why');
  });

  it('drops what cannot be meant', () => {
    const field = fieldOf({ type: 'number', min: 5, max: 1, maxLength: 10, currency: 'euros', help: '' });
    for (const key of ['min', 'max', 'maxLength', 'currency', 'help', 'defaultValue'])
      expect(field).not.toHaveProperty(key);
    for (const maxLength of [0, -1, 1.5, 'x']) expect(fieldOf({ maxLength })).not.toHaveProperty('maxLength');
    expect(fieldOf({ maxLength: '80' }).maxLength).toBe(80);
  });

  it.each([
    [{ type: 'text', default: 'x' }, 'x'],
    [{ type: 'text', default: 5 }, undefined],
    [{ type: 'boolean', default: 'true' }, true],
    [{ type: 'boolean', default: 'yes' }, undefined],
    [{ type: 'integer', defaultValue: '5' }, 5],
    [{ type: 'date', defaultValue: '2026-01-02' }, '2026-01-02'],
    [{ type: 'date', defaultValue: 'today' }, undefined],
    [{ options: [1, 2], defaultValue: '2' }, 2],
    [{ options: ['a'], defaultValue: 'b' }, undefined],
    [{ options: [{ value: 'a', active: false }, 'b'], defaultValue: 'a' }, undefined],
    [{ type: 'multiselect', options: ['a', 'b'], defaultValue: ['b', 'x', 'b'] }, ['b']],
    [{ type: 'multiselect', options: ['a', 'b'], defaultValue: 'a' }, ['a']],
    [{ type: 'multiselect', options: ['a'], defaultValue: ['x'] }, undefined],
  ])('the default of %j is %j', (entry, value) => {
    expect(fieldOf(entry).defaultValue).toEqual(value);
  });
});

describe('the schema as a whole', () => {
  it('never asks for the organization or the agent', () => {
    const schema = schemaOf(
      { fieldId: 'partnerOrganizationId', type: 'text', required: true },
      { fieldId: 'agentId', type: 'text', required: true },
    );
    expect(schema).toMatchObject({ fields: [], notes: [] });
  });

  it('leaves out what cannot be read and says so', () => {
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
    'takes %j for an ordinary fieldId',
    (fieldId) => {
      const { schema } = readLeadSchema(
        JSON.parse(JSON.stringify({ unifiedFields: [{ fieldId, type: 'text' }] })),
      );
      expect(schema.fields.map(({ id, placement }) => [id, placement])).toEqual([[fieldId, 'custom']]);
    },
  );

  it('is found under data as well', () => {
    expect(readLeadSchema({ status: 200, data: { unifiedFields: [] } }).envelope).toBe('data');
  });

  it.each([[null], [[]], [{}], [{ unifiedFields: {} }], ['<html>'], [undefined]])('is not in %j', (body) => {
    expect(() => readLeadSchema(body)).toThrow(ServiceError);
  });

  it('has one version however the keys of its entries are ordered, and another when a form would differ', () => {
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

describe('any answer at all', () => {
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
          const { schema } = readLeadSchema(sent);
          const ids = schema.fields.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(schema.fields.every(({ label }) => label.trim() !== '')).toBe(true);
          expect(JSON.stringify(schema)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
          expect(JSON.parse(JSON.stringify(schema.fields))).toEqual(schema.fields);
        } catch (error) {
          if (error instanceof ServiceError) return;
          throw error;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has the same version after its keys were turned round', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const turned = entries.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
        expect(schemaOf(...turned).version).toBe(schemaOf(...entries).version);
      }),
    );
  });
});
