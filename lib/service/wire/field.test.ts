import { describe, expect, it } from 'vitest';
import type { Field } from '@/lib/forms/field';
import { readLeadSchema } from './schema';

const schemaOf = (...unifiedFields: unknown[]) => readLeadSchema({ unifiedFields });

function fieldOf(entry: object): Field {
  const [field] = schemaOf({ fieldId: 'f', label: 'F', type: 'text', ...entry }).fields;
  if (!field) throw new Error('the entry was left out');
  return field;
}

const codes = (...entries: unknown[]) =>
  schemaOf(...entries).notes.map(({ fieldId, code }) => `${fieldId}:${code}`);

describe('a field of the portal', () => {
  it('is read with all its properties', () => {
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

  it('may be marked as multi-select', () => {
    expect(fieldOf({ type: 'select', multiple: true, options: ['a'] }).kind).toBe('multi-picklist');
  });

  it('of an unknown type is a text, and the admin is notified', () => {
    expect(fieldOf({ type: 'hologram' })).toMatchObject({ kind: 'text', sentType: 'hologram' });
    expect(codes({ fieldId: 'f', type: 'hologram' }, { fieldId: 'g' })).toEqual([
      'f:unknown-type',
      'g:unknown-type',
    ]);
  });

  it('that should be a picklist but has no readable options stays editable', () => {
    expect(fieldOf({ type: 'picklist', options: 'a;b' })).toMatchObject({ kind: 'text' });
    expect(codes({ fieldId: 'f', type: 'picklist', options: [{}] })).toEqual(['f:options-unreadable']);
    expect(codes({ fieldId: 'f', type: 'picklist', options: ['a', {}] })).toEqual(['f:options-unreadable']);
  });

  it('keeps the kind of section 2.1 where the type is vague', () => {
    expect(schemaOf({ fieldId: 'value' }, { fieldId: 'email' }).fields.map(({ kind }) => kind)).toEqual([
      'number',
      'email',
    ]);
    expect(fieldOf({ fieldId: 'value', type: '?', custom: true }).kind).toBe('text');
  });

  it('of section 2.1 keeps its kind, even if its type is less specific', () => {
    const kindOf = (fieldId: string, type: string) => fieldOf({ fieldId, type }).kind;
    expect(kindOf('email', 'string')).toBe('email');
    expect(kindOf('email', 'Text')).toBe('email');
    expect(kindOf('value', 'string')).toBe('number');
    expect(kindOf('createdAt', 'text')).toBe('date-time');
    expect(['currency', 'integer'].map((type) => kindOf('value', type))).toEqual(['currency', 'integer']);
    expect(fieldOf({ fieldId: 'email', type: 'string', custom: true }).kind).toBe('text');
    expect(fieldOf({ fieldId: 'email', type: 'string', options: ['a@x.example'] }).kind).toBe('picklist');
  });

  it('is editable unless the portal says otherwise', () => {
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

  it.each(['read_only', 'Formula', 'autonumber'])('of the type %s is not editable', (type) => {
    expect(fieldOf({ type })).toMatchObject({ creatable: false, updateable: false });
  });

  it.each([
    [{ active: false }],
    [{ archived: true }],
    [{ deleted: 'true' }],
    [{ inactive: true }],
    [{ hidden: true }],
    [{ retired: true }],
  ])('that is retired (%j) is kept and not editable', (mark) => {
    expect(fieldOf({ creatable: true, updateable: true, ...mark })).toMatchObject({
      creatable: false,
      updateable: false,
    });
  });

  it('that is required and not editable is reported and left out of the form', () => {
    expect(codes({ fieldId: 'f', type: 'text', required: true, creatable: false })).toEqual([
      'f:required-not-creatable',
    ]);
  });
});

describe('the placement of a value', () => {
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
  it.each(['help', 'description', 'helpText', 'hint', 'tooltip'])('help is read from %s', (key) => {
    expect(fieldOf({ [key]: 'Why' }).help).toBe('Why');
  });

  it.each([
    { min: 1, max: 9 },
    { minimum: '1', maximum: '9' },
    { minValue: 1, maxValue: 9 },
    { validation: { min: 1, max: 9 } },
    { constraints: { minimum: 1, maximum: 9 } },
    { range: { min: 1, max: 9 }, min: null },
  ])('bounds of a number are found in %o', (sent) => {
    expect(fieldOf({ type: 'number', ...sent })).toMatchObject({ min: 1, max: 9 });
  });

  it.each([{ sensitive: true }, { isConfidential: 'true' }, { encrypted: 1 }, { type: 'password' }])(
    'the input for %o is sensitive',
    (sent) => {
      expect(fieldOf(sent).sensitive).toBe(true);
      expect(fieldOf({ type: 'text', sensitive: false })).not.toHaveProperty('sensitive');
    },
  );

  it('drops contradictory rules', () => {
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
    [{ type: 'boolean', default: 'maybe' }, undefined],
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
