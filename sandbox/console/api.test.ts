import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  KEY,
  LEAD,
  LEADS,
  openSandbox,
  request,
  requestToken,
  type SandboxCaller,
  SCHEMA,
  SUBSCRIPTIONS,
} from '@/tests/support/sandbox';
import { DEMO } from '../demo';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const schemaOf = async (fieldId: string) => {
  const fields = at((await desk.call('GET', SCHEMA)).body, 'unifiedFields');
  return Array.isArray(fields) ? fields.find((field) => field.fieldId === fieldId) : undefined;
};

describe('leads, as the vendor', () => {
  it('creates, reads, changes anything and deletes', async () => {
    const made = await desk.vendor('POST', '/leads', {
      ...LEAD,
      status: 'imported',
      customFields: { accountManager: 'Kim' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'imported', customFields: { accountManager: 'Kim' } },
    });
    const path = `/leads/${at(made.body, 'id')}`;
    const other = DEMO.organizations[1];
    const change = {
      status: 'on hold by legal',
      partnerOrganizationId: other.id,
      agentId: other.agents[2].id,
    };
    const changed = await desk.vendor('PATCH', path, {
      ...change,
      value: 5,
      customFields: { consent: false },
    });
    expect(changed.body).toMatchObject({
      ...change,
      value: 5,
      customFields: { accountManager: 'Kim', consent: false },
    });
    expect((await desk.call('GET', `${LEADS}/${at(made.body, 'id')}`)).body).toEqual(changed.body);
    expect((await desk.vendor('DELETE', path)).status).toBe(204);
    expect((await desk.vendor('GET', path)).status).toBe(404);
  });

  it.each([
    ['a value of another type', { value: 'much' }],
    ['an unlisted value', { platform: 'fax' }],
    ['an unknown field', { golf: 1 }],
    ['an empty status', { status: ' ' }],
    ['an agent of nobody', { agentId: 'x' }],
    ['no object', 'x'],
  ])('refuses %s', async (_, body) => {
    expect((await desk.vendor('POST', '/leads', body)).status).toBe(400);
  });
});

describe('the form', () => {
  it('adds a field that partners then have to fill in', async () => {
    const field = { fieldId: 'constructor', label: 'Budget holder', type: 'text', required: true };
    expect((await desk.vendor('POST', '/fields', field)).status).toBe(201);
    expect(await schemaOf('constructor')).toMatchObject({ ...field, creatable: true, updateable: true });
    expect((await desk.call('POST', LEADS, LEAD)).status).toBe(400);
    const customFields = { ...LEAD.customFields, constructor: 'Kim' };
    expect((await desk.call('POST', LEADS, { ...LEAD, customFields })).body).toMatchObject({ customFields });
  });

  it('generates an id of 24 hex digits if none is given', async () => {
    const { body } = await desk.vendor('POST', '/fields', {
      label: 'Size',
      type: 'picklist',
      options: ['S', { value: 2, label: 'M' }],
    });
    expect(at(body, 'fieldId')).toMatch(/^[0-9a-f]{24}$/);
    expect(await schemaOf(String(at(body, 'fieldId')))).toMatchObject({
      options: [{ value: 'S' }, { value: 2, label: 'M' }],
    });
  });

  it('renames, changes flags, retires and revives', async () => {
    await desk.vendor('PATCH', '/fields/phone', { label: 'Mobile', required: true, updateable: false });
    expect(await schemaOf('phone')).toMatchObject({ label: 'Mobile', required: true, updateable: false });
    await desk.vendor('PATCH', '/fields/phone', { retired: true });
    expect(await schemaOf('phone')).toBeUndefined();
    await desk.vendor('PATCH', '/fields/phone', { retired: false });
    expect(await schemaOf('phone')).toBeDefined();
  });

  it('adds, renames and retires values', async () => {
    expect(
      (await desk.vendor('POST', '/fields/platform/options', { value: 'fax', label: 'Fax' })).status,
    ).toBe(201);
    expect((await desk.vendor('POST', '/fields/platform/options', { value: 'fax' })).status).toBe(409);
    await desk.vendor('PATCH', '/fields/urgency/options/2', { label: 'Next year', active: false });
    expect((await schemaOf('platform')).options.at(-1)).toEqual({ value: 'fax', label: 'Fax', active: true });
    expect((await schemaOf('urgency')).options[1]).toEqual({ value: 2, label: 'Next year', active: false });
  });

  it.each([
    ['POST', '/fields', { fieldId: 'phone', label: 'Again' }, 409],
    ['POST', '/fields', { fieldId: 'agentId', label: 'Agent' }, 400],
    ['POST', '/fields', { label: '' }, 400],
    ['POST', '/fields', { label: 'X', type: 'poem' }, 400],
    ['PATCH', '/fields/none', { label: 'X' }, 404],
    ['PATCH', '/fields/phone', { colour: 'red' }, 400],
    ['POST', '/fields/phone/options', { value: 'x' }, 400],
    ['PATCH', '/fields/platform/options/none', { active: false }, 404],
  ])('%s %s %j is answered %i', async (method, path, body, status) => {
    expect((await desk.vendor(method, path, body)).status).toBe(status);
  });
});

describe('running the service', () => {
  it.each([
    ['/faults', { errorRate: 2 }],
    ['/faults', { latency: 1 }],
    ['/settings', { tokenSeconds: 0 }],
    ['/shape', { pageSize: 0 }],
    ['/shape', []],
  ])('PUT %s refuses %j', async (path, body) => {
    expect((await desk.vendor('PUT', path, body)).status).toBe(400);
  });

  it('revokes the start key by default', async () => {
    expect((await desk.vendor('POST', '/keys/revoke')).body).toMatchObject({ clientId: DEMO.clientId });
    expect((await requestToken(desk.url)).status).toBe(401);
    expect((await desk.vendor('POST', '/keys/revoke')).status).toBe(404);
  });

  it('shows the state without secrets', async () => {
    const { body, text } = await desk.vendor('GET', '/state');
    expect(body).toMatchObject({ url: desk.url, companyId: DEMO.companyId, leads: { total: 0 }, logSeq: 1 });
    expect(text).not.toMatch(/secret/i);
  });

  it('resets everything; the start key and an old token are valid', async () => {
    await desk.call('POST', SUBSCRIPTIONS, { topic: 'lead/create', url: 'https://desk.example/' });
    await desk.vendor('POST', '/fields', { label: 'Extra' });
    await desk.vendor('PUT', '/faults', { errorRate: 1 });
    await desk.vendor('PUT', '/shape', { flags: 'strings' });
    await desk.vendor('POST', '/keys/revoke');
    const { body } = await desk.vendor('POST', '/reset', { seedLeads: 7 });
    expect(body).toMatchObject({
      leads: { total: 7 },
      subscriptions: [],
      faults: { errorRate: 0 },
      shape: { flags: 'booleans' },
    });
    expect((await requestToken(desk.url, KEY)).status).toBe(200);
    expect(at((await desk.call('GET', LEADS)).body, 'data')).toHaveLength(7);
  });

  it('answers a malformed body and an unknown address with a message', async () => {
    const broken = await request(`${desk.url}/console/api/leads`, { method: 'POST', body: '{' });
    expect(broken).toMatchObject({ status: 400, body: { message: 'The body must be JSON.' } });
    expect((await desk.vendor('GET', '/golf')).status).toBe(404);
  });
});
