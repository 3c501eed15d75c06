import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at, LEAD, LEADS, openSandbox, type SandboxCaller, SCHEMA } from '@/tests/support/sandbox';
import { DEFAULT_SHAPE, SHAPE_CHOICES } from '../shape';

let desk: SandboxCaller;
beforeAll(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.vendor('POST', '/reset'));
afterAll(() => desk.close());

const shape = (change: object) => desk.vendor('PUT', '/shape', change);
const entries = async () => {
  const fields = at((await desk.call('GET', SCHEMA)).body, 'unifiedFields');
  return Array.isArray(fields) ? fields : [];
};
const entry = async (fieldId: string) => (await entries()).find((one) => one.fieldId === fieldId);

describe('the schema', () => {
  it('has the documented keys and a field of every kind', async () => {
    const fields = await entries();
    for (const field of fields)
      expect(field).toMatchObject({
        fieldId: expect.any(String),
        label: expect.any(String),
        type: expect.any(String),
        required: expect.any(Boolean),
        creatable: expect.any(Boolean),
        updateable: expect.any(Boolean),
      });
    expect(new Set(fields.map(({ type }) => type)).size).toBe(14);
    expect((await entry('industry')).options).toHaveLength(300);
  });

  it.each(SHAPE_CHOICES.picklistKey)('names the values of a picklist %s', async (picklistKey) => {
    await shape({ picklistKey });
    expect((await entry('platform'))[picklistKey]).toHaveLength(5);
  });

  it.each([
    ['value-label', { value: 'other', label: 'Something else' }],
    ['id-name', { id: 'other', name: 'Something else' }],
    ['id-label', { id: 'other', label: 'Something else' }],
    ['key-value', { key: 'other', value: 'Something else' }],
    ['key-displayName', { key: 'other', displayName: 'Something else' }],
    ['name-displayName', { name: 'other', displayName: 'Something else' }],
    ['value-displayValue', { value: 'other', displayValue: 'Something else' }],
    ['display_value-actual_value', { display_value: 'Something else', actual_value: 'other' }],
    ['Value-Label', { Value: 'other', Label: { LocalizedLabel: 'Something else' } }],
    ['bare', 'other'],
  ])('writes a value as %s', async (picklistForm, expected) => {
    await shape({ picklistForm });
    const last = (await entry('platform')).options.at(-1);
    if (typeof expected === 'string') expect(last).toBe(expected);
    else expect(last).toMatchObject(expected);
  });

  it('writes a picklist as a map, and numbers as numbers', async () => {
    await shape({ picklistForm: 'map' });
    expect((await entry('platform')).options).toMatchObject({ other: 'Something else' });
    const asText = { ...LEAD, customFields: { ...LEAD.customFields, urgency: '2' } };
    expect((await desk.call('POST', LEADS, asText)).status).toBe(201);
    await shape({ picklistForm: 'bare' });
    expect((await entry('urgency')).options).toEqual([1, 2, 3]);
  });

  it.each([
    ['active', { active: false }],
    ['enabled', { enabled: false }],
    ['archived', { archived: true }],
    ['deleted', { deleted: true }],
    ['inactive', { inactive: true }],
    ['absent', undefined],
  ])('marks a retired value by %s', async (inactiveMark, mark) => {
    await shape({ inactiveMark });
    await desk.vendor('PATCH', '/fields/platform/options/other', { active: false });
    const found = (await entry('platform')).options.find(({ value }: { value: string }) => value === 'other');
    if (mark) expect(found).toMatchObject(mark);
    else expect(found).toBeUndefined();
  });

  it.each([
    ['kebab', 'long-text'],
    ['snake', 'long_text'],
    ['camel', 'longText'],
    ['pascal', 'LongText'],
    ['upper', 'LONG_TEXT'],
    ['title', 'Long Text'],
    ['joined', 'longtext'],
    ['unknown', 'memo_block'],
  ])('writes types in %s', async (typeNaming, expected) => {
    await shape({ typeNaming });
    expect((await entry('notes')).type).toBe(expected);
  });

  it('writes flags as texts, or only where they differ from the default', async () => {
    await shape({ flags: 'strings' });
    expect(await entry('lastName')).toMatchObject({
      required: 'true',
      creatable: 'true',
      updateable: 'true',
    });
    await shape({ flags: 'absent' });
    expect(await entry('phone')).not.toHaveProperty('creatable');
    expect(await entry('phone')).not.toHaveProperty('required');
    expect(await entry('accountManager')).toMatchObject({ creatable: false, updateable: false });
    expect(await entry('lastName')).toMatchObject({ required: true });
  });

  it('may list the fields of the service and of the owner', async () => {
    expect(await entry('status')).toBeUndefined();
    await shape({ systemFields: 'listed', ownerFields: 'listed' });
    expect(await entry('status')).toMatchObject({ creatable: false, updateable: false });
    expect(await entry('agentId')).toMatchObject({ required: true, creatable: true });
    expect((await desk.call('POST', LEADS, LEAD)).status).toBe(201);
  });

  it.each([
    ['custom', { custom: true }, { custom: false }],
    ['isCustom', { isCustom: true }, { isCustom: false }],
    ['standard', { standard: false }, { standard: true }],
    ['category', { category: 'custom' }, { category: 'standard' }],
  ])('marks custom fields by %s', async (markers, custom, standard) => {
    await shape({ markers });
    expect(await entry('companyName')).toMatchObject(custom);
    expect(await entry('lastName')).toMatchObject(standard);
  });
});

describe('answers about one lead', () => {
  it.each([
    ['bare', []],
    ['data', ['data']],
    ['lead', ['lead']],
  ])('stand in the envelope %s', async (leadEnvelope, path) => {
    await shape({ leadEnvelope });
    const { body } = await desk.call('POST', LEADS, LEAD);
    expect(at(body, ...path, 'status')).toBe('pending');
  });

  it('may be 200 for a create', async () => {
    await shape({ createStatus: 200 });
    expect((await desk.call('POST', LEADS, LEAD)).status).toBe(200);
  });

  it.each([
    ['lead', 200, { value: 5 }],
    ['ok', 200, { ok: true }],
    ['empty204', 204, undefined],
  ])('are %s after a patch', async (patchResponse, status, expected) => {
    await shape({ patchResponse });
    const id = at((await desk.call('POST', LEADS, LEAD)).body, 'id');
    const seen = await desk.call('PATCH', `${LEADS}/${id}`, { value: 5 });
    expect(seen.status).toBe(status);
    if (expected) expect(seen.body).toMatchObject(expected);
    else expect(seen.text).toBe('');
  });

  it('may have null for unanswered fields', async () => {
    await shape({ emptyAnswer: 'null' });
    const { body } = await desk.call('POST', LEADS, LEAD);
    expect(body).toMatchObject({ firstName: null, customFields: { phone: null } });
  });

  it('may have whole seconds only, so that two edits are indistinguishable', async () => {
    await shape({ timestamps: 'seconds' });
    const { body } = await desk.call('POST', LEADS, LEAD);
    expect(at(body, 'updatedAt')).toMatch(/T\d\d:\d\d:\d\dZ$/);
  });
});

describe('errors', () => {
  const wrong = { ...LEAD, lastName: '', platform: 'fax' };

  it.each([
    ['message', { statusCode: 400, message: expect.stringContaining('Last name is required.') }],
    ['error', { error: expect.stringContaining('Last name') }],
    ['errorObject', { error: { message: expect.any(String), details: expect.any(Array) } }],
    [
      'errors',
      { errors: expect.arrayContaining([{ field: 'lastName', message: 'Last name is required.' }]) },
    ],
    ['errorStrings', { errors: expect.arrayContaining(['Last name is required.']) }],
    ['errorMap', { errors: { lastName: ['Last name is required.'] } }],
    ['problem', { status: 400, detail: expect.any(String), errors: expect.any(Array) }],
  ])('come as %s', async (errorBody, expected) => {
    await shape({ errorBody });
    expect((await desk.call('POST', LEADS, wrong)).body).toMatchObject(expected);
  });

  it.each([
    ['text', /^text\/plain/, /Last name is required/],
    ['html', /^text\/html/, /^<html>/],
    ['empty', /./, /^$/],
    ['problem', /^application\/problem\+json/, /./],
  ])('come as %s with its content type', async (errorBody, type, text) => {
    await shape({ errorBody });
    const seen = await desk.call('POST', LEADS, wrong);
    expect(seen.headers.get('content-type')).toMatch(type);
    expect(seen.text).toMatch(text);
  });

  it.each(SHAPE_CHOICES.validationStatus)(
    'of a refused lead have the status %s',
    async (validationStatus) => {
      await shape({ validationStatus });
      expect((await desk.call('POST', LEADS, wrong)).status).toBe(validationStatus);
    },
  );
});

it('every choice is accepted, and an invalid one changes nothing', async () => {
  for (const [name, values] of Object.entries(SHAPE_CHOICES))
    for (const value of values) expect((await shape({ [name]: value })).status).toBe(200);
  await shape(DEFAULT_SHAPE);
  expect((await shape({ paging: 'link', flags: 'loud' })).status).toBe(400);
  expect((await shape({ colour: 'red' })).status).toBe(400);
  expect((await desk.vendor('GET', '/shape')).body).toEqual(DEFAULT_SHAPE);
});
