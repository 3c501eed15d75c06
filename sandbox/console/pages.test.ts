import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  LEAD,
  LEADS,
  openSandbox,
  type SandboxCaller,
  SCHEMA,
  SUBSCRIPTIONS,
} from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox({ seedLeads: 60 });
});
afterEach(() => desk.close());

const get = async (path: string) => (await fetch(`${desk.url}${path}`)).text();
const post = async (path: string, fields: Record<string, string> | [string, string][] = {}) => {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${desk.url}${path}`, { method: 'POST', body, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  };
};
const create = async (body: object = LEAD) =>
  String(at((await desk.vendor('POST', '/leads', body)).body, 'id'));
const read = async (id: string) => (await desk.vendor('GET', `/leads/${id}`)).body;

describe('leads', () => {
  it('are found by any word, page by page', async () => {
    expect(await get('/console')).toContain('60 leads');
    expect(await get('/console?page=2')).toContain('Page 2 of 2');
    await create({ ...LEAD, lastName: 'Uncommon' });
    expect(await get('/console?q=uncommon')).toContain('1 lead, newest first');
    expect(await get('/console?q=nobody-here')).toContain('No leads');
  });

  it('show what partners typed as plain text', async () => {
    const id = await create({ ...LEAD, lastName: '<script>alert(1)</script>', status: '"><b>' });
    for (const path of ['/console', `/console/leads/${id}`, '/console/log']) {
      const page = await get(path);
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('"><b>');
    }
    expect(await get('/console?q=%3Cscript%3E')).toContain('&lt;script&gt;');
  });

  it('accept any status', async () => {
    const id = await create();
    const { status, location } = await post(`/console/leads/${id}/status`, { status: 'waiting for legal' });
    expect(status).toBe(303);
    expect(await get(location)).toContain('The status was changed.');
    expect(await read(id)).toMatchObject({ status: 'waiting for legal' });
  });

  it('are changed field by field, each in its type', async () => {
    const id = await create({ ...LEAD, value: 9 });
    const form: [string, string][] = [
      ['answer:lastName', 'Berg'],
      ['answer:value', ''],
      ['answer:employees', '12'],
      ['answer:consent', 'false'],
      ['answer:urgency', '2'],
      ['answer:interests', ''],
      ['answer:interests', 'payments'],
      ['answer:interests', 'security'],
      ['answer:notes', 'One\r\nTwo'],
      ['owner', `${LEAD.partnerOrganizationId} ${LEAD.agentId}`],
    ];
    expect((await post(`/console/leads/${id}`, form)).status).toBe(303);
    const lead = await read(id);
    expect(lead).not.toHaveProperty('value');
    expect(lead).toMatchObject({
      customFields: {
        employees: 12,
        consent: false,
        urgency: 2,
        interests: ['payments', 'security'],
        notes: 'One\nTwo',
        companyName: 'Alder',
      },
    });
  });

  it('keep invalid input as typed', async () => {
    const id = await create();
    const { status, text } = await post(`/console/leads/${id}`, {
      owner: `${LEAD.partnerOrganizationId} ${LEAD.agentId}`,
      'answer:lastName': 'Typed',
      'answer:employees': 'a dozen',
    });
    expect(status).toBe(400);
    expect(text).toContain('There is a problem');
    expect(text).toContain('Employees must be a whole number.');
    expect(text).toContain('value="Typed"');
    expect(text).toContain('value="a dozen"');
    expect(await read(id)).toMatchObject({ lastName: 'Berg' });
  });

  it('are created and deleted', async () => {
    const owner = `${LEAD.partnerOrganizationId} ${LEAD.agentId}`;
    const { location } = await post('/console/leads', { owner, 'answer:lastName': 'Neumann' });
    expect(await get(location)).toContain('The lead was created.');
    const id = /leads\/(\w+)/.exec(location)?.[1];
    expect(await get((await post(`/console/leads/${id}/delete`)).location)).toContain(
      'The lead was deleted.',
    );
    expect((await fetch(`${desk.url}/console/leads/${id}`)).status).toBe(404);
  });
});

describe('the form', () => {
  const schemaText = async () => (await desk.call('GET', SCHEMA)).text;

  it('accepts fields, flags, names and values', async () => {
    await post('/console/form/fields', {
      label: 'Budget',
      type: 'picklist',
      fieldId: 'a/b ?',
      options: 'Small, Large',
      creatable: 'on',
    });
    expect(await schemaText()).toContain(
      '"fieldId":"a/b ?","label":"Budget","type":"picklist","required":false,"creatable":true,"updateable":false',
    );
    await post('/console/form/flag', { id: 'a/b ?', flag: 'required' });
    await post('/console/form/options', { id: 'a/b ?', value: 'xl', optionLabel: 'Huge' });
    await post('/console/form/option', { id: 'a/b ?', value: 'Small', active: 'false' });
    await post('/console/form/option', { id: 'a/b ?', value: 'Large', label: 'Big' });
    const fields = at((await desk.call('GET', SCHEMA)).body, 'unifiedFields');
    expect(Array.isArray(fields) && fields.at(-1)).toMatchObject({
      required: true,
      options: [
        { value: 'Small', active: false },
        { value: 'Large', label: 'Big' },
        { value: 'xl', label: 'Huge' },
      ],
    });
    expect(await get('/console/form/field?id=a%2Fb+%3F')).toContain('value="Big"');
  });

  it('retires a field and finds one value among 300', async () => {
    await post('/console/form/field', { id: 'phone', label: 'Phone', type: 'phone', retired: 'on' });
    expect(await schemaText()).not.toContain('"phone"');
    expect(await get('/console/form/field?id=industry&q=tourism-retail')).toContain('1 of 300 values');
  });

  it('shows errors as messages', async () => {
    const { status, text } = await post('/console/form/fields', {
      label: 'Again',
      type: 'text',
      fieldId: 'phone',
    });
    expect(status).toBe(409);
    expect(text).toContain('There is a field phone already.');
  });
});

describe('running the service', () => {
  it('shows a new secret on one page only', async () => {
    const { location } = await post('/console/key', { name: 'Desk' });
    expect(await get(location)).toMatch(/[0-9a-f]{48}/);
    expect(await get(location)).not.toMatch(/[0-9a-f]{48}/);
    const clientId =
      /sbx_[0-9a-f]{16}/.exec((await get('/console/key')).split('Desk').at(1) ?? '')?.[0] ?? '';
    await post('/console/key/revoke', { clientId });
    expect(await get('/console/key')).toContain('revoked');
  });

  it('sets and clears faults, settings and shape', async () => {
    await post('/console/faults', [
      ['latencyMs', '5'],
      ['errorRate', '0.5'],
      ['down', 'on'],
      ['onlyRoutes', 'create'],
      ['onlyRoutes', 'patch'],
    ]);
    await post('/console/settings', {
      tokenSeconds: '60',
      requestsPerSecond: '2.5',
      retryFirstMs: '10',
      retryCapMs: '20',
    });
    const page = await get('/console/shape');
    const shape = Object.fromEntries(
      [...page.matchAll(/<select id="\S+" name="(\w+)"[\s\S]*?value="([\w-]+)" selected/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    await post('/console/shape', { ...shape, pageSize: '7', createStatus: '200', flags: 'strings' } as Record<
      string,
      string
    >);
    const state = (await desk.vendor('GET', '/state')).body;
    expect(state).toMatchObject({
      faults: { latencyMs: 5, errorRate: 0.5, down: true, onlyRoutes: ['create', 'patch'] },
      settings: { tokenSeconds: 60, requestsPerSecond: 2.5, retryFirstMs: 10, retryCapMs: 20 },
      shape: { pageSize: 7, createStatus: 200, flags: 'strings', listEnvelope: 'data' },
    });
    await post('/console/faults', { preset: 'none' });
    await post('/console/shape', { default: 'yes' });
    expect((await desk.vendor('GET', '/state')).body).toMatchObject({
      faults: { down: false },
      shape: { pageSize: 50 },
    });
  });

  it('sets one fault with one press, in place of those before', async () => {
    await post('/console/faults', { preset: 'down' });
    expect(await get('/console/faults')).toContain('Now: Portal down.');
    await post('/console/faults', { preset: 'rejected' });
    expect((await desk.vendor('GET', '/faults')).body).toMatchObject({ down: false, rejectCreates: 1 });
    const refused = await desk.call('POST', LEADS, LEAD);
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('Check it for typos.') });
    expect((await desk.call('POST', LEADS, LEAD)).status).toBe(201);
    expect(await get('/console/faults')).toContain('Now: everything works.');
  });

  it('leads to the desk on this machine that subscribed', async () => {
    const follow = () => fetch(`${desk.url}/console/desk`, { redirect: 'manual' });
    expect((await follow()).status).toBe(404);
    for (const url of ['http://127.0.0.1:1234/api/webhooks/a', 'https://far.example/hook'])
      await desk.call('POST', SUBSCRIPTIONS, { topic: 'lead/create', url });
    expect((await follow()).headers.get('location')).toBe('http://localhost:1234');
  });

  it('resets', async () => {
    await post('/console/leads', {
      'answer:lastName': 'Gone',
      owner: `${LEAD.partnerOrganizationId} ${LEAD.agentId}`,
    });
    await post('/console/reset');
    expect(await get('/console')).toContain('60 leads');
  });

  it('allows its own style sheet and forms, and nothing else', async () => {
    const response = await fetch(`${desk.url}/console`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    expect((await fetch(`${desk.url}/console/console.css`)).headers.get('content-type')).toContain(
      'text/css',
    );
  });
});
