import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '@/lib/forms/field';
import type { LeadPayload } from '@/lib/forms/payload';
import { DEMO } from '@/sandbox/demo';
import { type RunningSandbox, startSandbox } from '@/sandbox/server';
import { DEFAULT_SHAPE, SHAPE_CHOICES, type Shape } from '@/sandbox/shape';
import { SILENT } from '@/tests/support/clock';
import { listPages } from '@/tests/support/list-pages';
import { LEAD } from '@/tests/support/sandbox';
import { createServiceClient, type ServiceClient } from './client';
import { ServiceError } from './error';
import { memorySharedStateStore } from './rate/shared-state';
import { memoryTokenStore } from './token-store';

const LEADS = 23;
let sandbox: RunningSandbox;
/** What a desk reads from the service in its plainest shape. */
let plain: { leadIds: string[]; form: Field[]; version: string };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seedLeads: LEADS });
  const desk = await deskOf({});
  const { version } = await desk.readSchema();
  plain = { leadIds: await listIds(desk), form: await formOf(desk), version };
});
afterAll(() => sandbox.close());

async function turn(part: 'shape' | 'faults', value: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/console/api/${part}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A new desk with a service of this shape. Three pages, so that every style of paging is used. */
async function deskOf(shape: Partial<Shape>): Promise<ServiceClient> {
  await turn('shape', { ...DEFAULT_SHAPE, pageSize: 9, ...shape });
  return createServiceClient({
    config: { ...DEMO, baseUrl: sandbox.url, authUrl: sandbox.url },
    tokens: memoryTokenStore(),
    sharedState: memorySharedStateStore(),
    log: SILENT,
  });
}

const payload: LeadPayload = { ...LEAD, customFields: { ...LEAD.customFields } };

async function listIds(desk: ServiceClient): Promise<string[]> {
  const ids: string[] = [];
  let last: string | undefined = 'none';
  for await (const page of listPages(desk, { maxPages: 50 })) {
    expect(page.unreadable).toBe(0);
    ids.push(...page.leads.map(({ id }) => id));
    last = page.next;
  }
  expect(last).toBeUndefined();
  return ids.toSorted();
}

/** The form without the parts a shape may omit: the type name, and retired options. */
async function formOf(desk: ServiceClient): Promise<Field[]> {
  const { fields } = await desk.readSchema();
  return fields.map((field) => ({
    ...field,
    sentType: '',
    options: field.options?.filter(({ active }) => active),
  }));
}

async function refusalOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ServiceError) return error;
  throw error;
}

/** One case for each possible value of these settings, the others at their defaults. */
function casesOf<K extends keyof typeof SHAPE_CHOICES>(...names: K[]): Partial<Shape>[] {
  return names.flatMap((name) => SHAPE_CHOICES[name].map((value) => ({ [name]: value })));
}

const pagings = casesOf('paging').flatMap((paging) =>
  casesOf('listEnvelope', 'pagingPlace').map((place) => ({ ...paging, ...place })),
);

it.each(pagings)('every lead is listed: %j', async (shape) => {
  expect(plain.leadIds.length).toBeGreaterThanOrEqual(LEADS);
  expect(await listIds(await deskOf(shape))).toEqual(plain.leadIds);
});

const picklists = [
  ...casesOf('picklistKey'),
  ...casesOf('picklistForm').flatMap((form) => casesOf('inactiveMark').map((mark) => ({ ...form, ...mark }))),
];

it.each(picklists)('the same options are offered: %j', async (shape) => {
  expect(offered(await formOf(await deskOf(shape)), shape)).toEqual(offered(plain.form, shape));
});

/** The parts of options that survive in this shape: plain values have no labels, and map keys are strings. */
function offered(form: Field[], { picklistForm }: Partial<Shape>) {
  return form.map(({ id, kind, options }) => ({
    id,
    kind,
    options: options?.map(({ value, label }) => ({
      value: picklistForm === 'map' ? String(value) : value,
      label: picklistForm === 'bare' ? undefined : label,
    })),
  }));
}

it.each(casesOf('flags', 'markers', 'ownerFields'))('the same form is rendered: %j', async (shape) => {
  const desk = await deskOf(shape);
  const { version, notes } = await desk.readSchema();
  expect(notes).toEqual([]);
  expect(version).toBe(plain.version);
});

it.each(casesOf('typeNaming').filter(({ typeNaming }) => typeNaming !== 'unknown'))(
  'every kind is understood: %j',
  async (shape) => {
    const desk = await deskOf(shape);
    expect((await desk.readSchema()).notes).toEqual([]);
    expect(await formOf(desk)).toEqual(plain.form);
  },
);

it('types of no known family become texts, and the admin is notified', async () => {
  const { notes, fields } = await (await deskOf({ typeNaming: 'unknown' })).readSchema();
  expect(new Set(notes.map(({ code }) => code))).toEqual(new Set(['unknown-type']));
  const noted = fields.filter(({ id }) => notes.some(({ fieldId }) => fieldId === id));
  expect(noted.map(({ kind }) => kind)).toEqual(noted.map(() => 'text'));
  expect(fields.find(({ id }) => id === 'platform')?.kind).toBe('picklist');
});

it('fields the service fills in are listed but not editable', async () => {
  const { fields } = await (await deskOf({ systemFields: 'listed' })).readSchema();
  const system = fields.filter(({ creatable, updateable }) => !creatable && !updateable).map(({ id }) => id);
  expect(system).toEqual(expect.arrayContaining(['id', 'companyId', 'status', 'createdAt', 'updatedAt']));
});

it.each(
  casesOf(
    'leadEnvelope',
    'createStatus',
    'patchCustom',
    'patchResponse',
    'emptyAnswer',
    'expiresIn',
    'tokenExtras',
    'tokenForm',
    'endedToken',
    'timestamps',
  ),
)('a lead is created, changed and read back: %j', async (shape) => {
  const desk = await deskOf(shape);
  const created = await desk.createLead(payload);
  if (!created) throw new Error('nothing was sent');
  expect(created).toMatchObject({
    status: 'pending',
    email: LEAD.email,
    organizationId: LEAD.partnerOrganizationId,
    agentId: LEAD.agentId,
  });
  await desk.updateLead(created.id, { lastName: 'Bergström', customFields: { companyName: 'Alder & Co' } });
  const read = await desk.readLead(created.id);
  expect(read).toMatchObject({ id: created.id, lastName: 'Bergström' });
  expect(read?.custom.companyName).toBe('Alder & Co');
  expect(read?.createdAt).toBeInstanceOf(Date);
  expect(await desk.readLead('66b0c4d2e8f1a35790d4ffff')).toBeUndefined();
});

it('an id that comes without the lead is read, and counts only if it is the lead’s', async () => {
  const created = await (await deskOf({ createResponse: 'id' })).createLead(payload);
  expect(created).toMatchObject({ email: LEAD.email, agentId: LEAD.agentId });
  const desk = await deskOf({ createResponse: 'request-id' });
  expect(await refusalOf(desk.createLead(payload))).toMatchObject({
    kind: 'unexpected',
    status: 201,
    reached: 'maybe',
    message: 'lead create: the answer does not show the lead',
  });
});

const NAMES_FIELDS = new Set(['errors', 'errorObject', 'errorMap', 'problem']);

it.each(casesOf('errorBody', 'validationStatus'))('a refusal is understood: %j', async (shape) => {
  const { errorBody, validationStatus } = { ...DEFAULT_SHAPE, ...shape };
  const desk = await deskOf(shape);
  const error = await refusalOf(desk.createLead({ ...payload, lastName: undefined }));
  expect(error).toMatchObject({ kind: 'refused', status: validationStatus });
  expect(Object.keys(error.fieldErrors)).toEqual(NAMES_FIELDS.has(errorBody) ? ['lastName'] : []);
  if (errorBody === 'empty') expect(error.serviceMessage).toBeUndefined();
  else expect(error.serviceMessage).toContain('Last name is required.');
});

it.each(casesOf('subscriptionList', 'unsubscribeResponse'))(
  'subscriptions are created, listed and removed: %j',
  async (shape) => {
    const desk = await deskOf(shape);
    const url = `${sandbox.url}/receiver`;
    const { id, signingSecret } = await desk.createSubscription({ topic: 'lead/update', url });
    expect(signingSecret).not.toBe('');
    expect(await desk.listSubscriptions()).toContainEqual({ id, topic: 'lead/update', url });
    await desk.deleteSubscription(id);
    expect(await desk.listSubscriptions()).toEqual([]);
    await desk.deleteSubscription(id);
  },
);

describe('faults', () => {
  it.each(casesOf('retryAfter'))('a 429 is reported with a wait: %j', async (shape) => {
    const desk = await deskOf(shape);
    await turn('faults', { rateLimitedRate: 1, onlyRoutes: ['create'] });
    const error = await refusalOf(desk.createLead(payload)).finally(() =>
      turn('faults', { rateLimitedRate: 0 }),
    );
    expect(error).toMatchObject({ kind: 'rate-limited', reached: 'no' });
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(500);
  });

  it.each(['dropBeforeStore', 'dropAfterStore'])('%s is indistinguishable here: maybe', async (fault) => {
    const desk = await deskOf({});
    await turn('faults', { [fault]: 1, onlyRoutes: [] });
    expect(await refusalOf(desk.createLead(payload))).toMatchObject({
      kind: 'unavailable',
      reached: 'maybe',
    });
  });

  it('a response truncated after storing shows at least that the lead exists', async () => {
    const desk = await deskOf({});
    await turn('faults', { truncateAfterStore: 1 });
    expect(await refusalOf(desk.createLead(payload))).toMatchObject({
      kind: 'unexpected',
      status: 201,
      reached: 'maybe',
    });
  });
});
