import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, LEAD, LEADS, openSandbox, type SandboxCaller } from '@/tests/support/sandbox';
import { DEMO } from '../demo';
import { COUNTRY_FIELD, FIRST_CALL_FIELD } from '../seed/fields';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const [home, other] = DEMO.organizations;
const create = (changes: object = {}, customFields: object = {}) =>
  desk.call('POST', LEADS, { ...LEAD, ...changes, customFields: { ...LEAD.customFields, ...customFields } });
const createId = async () => String(at((await create()).body, 'id'));

describe('creating a lead', () => {
  it('stores it as pending, with an id, the portal and UTC times', async () => {
    const { status, body } = await create({ firstName: 'Ida' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...LEAD, firstName: 'Ida', status: 'pending', companyId: DEMO.companyId });
    expect(at(body, 'id')).toMatch(/^[0-9a-f]{24}$/);
    expect(at(body, 'createdAt')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(at(body, 'updatedAt')).toBe(at(body, 'createdAt'));
  });

  it('keeps a value of every kind, also under unusual field ids', async () => {
    const customFields = {
      ...LEAD.customFields,
      phone: '+44 1632 960123',
      website: 'https://alder.example',
      employees: 12,
      contractYears: 1.5,
      probability: 40,
      expectedClose: '2026-12-24',
      [FIRST_CALL_FIELD]: '2026-03-14T15:09:26+01:00',
      [COUNTRY_FIELD]: 'SE',
      interests: ['payments', 'security'],
      urgency: 2,
      newsletter: false,
      notes: 'One\nTwo',
    };
    const { body } = await create({ value: 1250.5 }, customFields);
    expect(body).toMatchObject({ value: 1250.5, customFields });
    expect((await desk.call('GET', `${LEADS}/${at(body, 'id')}`)).body).toEqual(body);
  });

  it.each([
    ['no required standard field', { lastName: '' }, {}, 'Last name is required.'],
    ['no required custom field', {}, { companyName: ' ' }, 'Company is required.'],
    ['no answer to a required yes or no', {}, { consent: null }, 'Agreed to be contacted is required.'],
    ['a value that is not listed', { platform: 'fax' }, {}, 'Platform must be one of the listed values.'],
    ['a listed number as text', {}, { urgency: '2' }, 'Urgency must be one of the listed values.'],
    [
      'an unlisted choice among several',
      {},
      { interests: ['payments', 'golf'] },
      'Interested in must be a list',
    ],
    ['one choice twice', {}, { interests: ['payments', 'payments'] }, 'must not name a value twice'],
    ['an unknown field', { nickname: 'B' }, {}, 'nickname is not a field'],
    ['an unknown custom field', {}, { golf: 1 }, 'golf is not a custom field'],
    ['a standard field among the custom ones', {}, { firstName: 'B' }, 'firstName is not a custom field'],
    ['a number as text', { value: '12' }, {}, 'Deal value must be a number.'],
    ['half an employee', {}, { employees: 1.5 }, 'Employees must be a whole number.'],
    ['too many percent', {}, { probability: 101 }, 'must be a number from 0 to 100'],
    ['a day that does not exist', {}, { expectedClose: '2026-02-30' }, 'must be a date'],
    ['a time without offset', {}, { [FIRST_CALL_FIELD]: '2026-03-14T15:09' }, 'must be a date and time'],
    ['a yes as text', {}, { consent: 'true' }, 'must be true or false'],
    ['no email address', { email: 'alder' }, {}, 'Email must be an email address.'],
    ['an address of a script', {}, { website: 'javascript:alert(1)' }, 'Website must be a web address'],
    [
      'a field only the vendor sets',
      {},
      { accountManager: 'Me' },
      'Account manager cannot be set on create.',
    ],
    ['a status', { status: 'won' }, {}, 'status is set by the service.'],
    ['an id', { id: '1' }, {}, 'id is set by the service.'],
    ['no organization', { partnerOrganizationId: undefined }, {}, 'partnerOrganizationId is required.'],
    ['no agent', { agentId: '' }, {}, 'agentId is required.'],
    ['an unknown organization', { partnerOrganizationId: 'x' }, {}, 'partnerOrganizationId is not known.'],
    ['an agent of the other organization', { agentId: other.agents[0].id }, {}, 'agentId does not belong'],
  ])('refuses %s', async (_, changes, customFields, message) => {
    const { status, body } = await create(changes, customFields);
    expect(status).toBe(400);
    expect(at(body, 'message')).toContain(message);
    expect((await desk.vendor('GET', '/leads')).body).toEqual([]);
  });

  it.each(['null', '[]', '"x"', '{'])('refuses the body %s', async (text) => {
    const headers = { authorization: `Bearer ${desk.token}` };
    const response = await fetch(`${desk.url}${LEADS}`, { method: 'POST', headers, body: text });
    expect(response.status).toBe(400);
  });

  it('does not require what a caller may not set', async () => {
    await desk.vendor('PATCH', '/fields/accountManager', { required: true });
    expect((await create()).status).toBe(201);
  });

  it('refuses a field or a value that was retired', async () => {
    await desk.vendor('PATCH', '/fields/phone', { retired: true });
    await desk.vendor('PATCH', '/fields/platform/options/other', { active: false });
    expect((await create({}, { phone: '+44 1632 960123' })).status).toBe(400);
    expect((await create({ platform: 'other' })).status).toBe(400);
  });
});

describe('changing a lead', () => {
  it('changes what is sent, keeps the rest and advances updatedAt every time', async () => {
    const id = await createId();
    const first = await desk.call('PATCH', `${LEADS}/${id}`, {
      value: 7,
      customFields: { nextStep: 'Call' },
    });
    expect(first.body).toMatchObject({
      ...LEAD,
      value: 7,
      customFields: { ...LEAD.customFields, nextStep: 'Call' },
    });
    const second = await desk.call('PATCH', `${LEADS}/${id}`, { value: 7 });
    expect(String(at(second.body, 'updatedAt')) > String(at(first.body, 'updatedAt'))).toBe(true);
    expect(at(second.body, 'createdAt')).toBe(at(first.body, 'createdAt'));
  });

  it('removes an optional answer by null', async () => {
    const id = await createId();
    await desk.call('PATCH', `${LEADS}/${id}`, { value: 7 });
    const { body } = await desk.call('PATCH', `${LEADS}/${id}`, { value: null });
    expect(body).not.toHaveProperty('value');
  });

  it.each([
    ['a status', { status: 'won' }, 'set by the service'],
    ['the owner', { agentId: home.agents[1].id }, 'set by the service'],
    ['a field that is not updateable', { customFields: { consent: false } }, 'cannot be changed'],
    ['an emptied required field', { lastName: '' }, 'Last name is required'],
    ['an unlisted value', { platform: 'fax' }, 'listed values'],
    ['an unknown field', { customFields: { golf: 1 } }, 'not a custom field'],
  ])('refuses %s', async (_, change, message) => {
    const id = await createId();
    const { status, body } = await desk.call('PATCH', `${LEADS}/${id}`, change);
    expect(status).toBe(400);
    expect(at(body, 'message')).toContain(message);
  });

  it('keeps a retired value that was set before', async () => {
    const id = await createId();
    await desk.vendor('PATCH', '/fields/platform/options/web-store', { active: false });
    expect((await desk.call('PATCH', `${LEADS}/${id}`, { platform: 'web-store', value: 2 })).status).toBe(
      200,
    );
  });
});

/** Leads of one millisecond are in the order of their ids, which are random. */
function untilNextMillisecond(): void {
  for (const now = Date.now(); Date.now() === now; );
}

describe('reading leads', () => {
  it('lists every lead, oldest first', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push(await createId());
      untilNextMillisecond();
    }
    const { body } = await desk.call('GET', LEADS);
    expect(at(body, 'data')).toHaveLength(3);
    expect(ids.map((_, index) => at(body, 'data', index, 'id'))).toEqual(ids);
  });

  it('answers 404 for an unknown id and an unknown address', async () => {
    expect((await desk.call('GET', `${LEADS}/nobody`)).status).toBe(404);
    expect((await desk.call('PATCH', `${LEADS}/nobody`, {})).status).toBe(404);
    expect((await desk.call('GET', '/1.0/api/golf')).status).toBe(404);
  });
});
