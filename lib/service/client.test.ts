import { describe, expect, it } from 'vitest';
import { always, failure, SECRET, serve } from '@/tests/support/service';

const LEADS = '/1.0/api/company/c1/leads';
const SCHEMA = '/1.0/api/company/c1/schema/lead';
const SUBSCRIPTIONS = '/1.0/webhooks/companies/c1/subscriptions';

describe('requests', () => {
  it('the key goes to the token endpoint as JSON with the audience, and nowhere else', async () => {
    const service = await always({ body: { unifiedFields: [] } });
    await service.client().readSchema();
    const [token, schema] = service.requests;
    expect(token).toMatchObject({ method: 'POST', path: '/oauth/token' });
    expect(token?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(token?.body ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id',
      client_secret: SECRET,
      audience: 'aud',
    });
    expect(schema).toMatchObject({ method: 'GET', path: SCHEMA });
    expect(schema?.headers.authorization).toBe('Bearer T1');
    expect(JSON.stringify(schema)).not.toContain(SECRET);
  });

  it('a lead is sent once, with every answer unchanged', async () => {
    const service = await always({ status: 201, body: { id: 'l1', agentId: 'a', firstName: 'Ada' } });
    const customFields = JSON.parse('{"__proto__": "x", "a.b": ["y"], "constructor": 3}');
    const lead = await service
      .client()
      .createLead({ partnerOrganizationId: 'o', agentId: 'a', firstName: 'Ada', customFields });
    expect(lead).toMatchObject({ id: 'l1', status: 'pending' });
    expect(service.calls()).toEqual([`POST ${LEADS}`]);
    expect(service.requests[1]?.body).toBe(
      '{"partnerOrganizationId":"o","agentId":"a","firstName":"Ada","customFields":{"__proto__":"x","a.b":["y"],"constructor":3}}',
    );
  });

  it('a change is a PATCH of the given fields, and any 2xx is success', async () => {
    for (const status of [200, 202, 204]) {
      const service = await always({ status });
      await service.client().updateLead('l/1', { value: 5, customFields: { a: null } });
      expect(service.calls()).toEqual([`PATCH ${LEADS}/l%2F1`]);
      expect(service.requests[1]?.body).toBe('{"value":5,"customFields":{"a":null}}');
    }
  });

  it('subscriptions are created, listed and removed at their own address', async () => {
    const one = { id: 's1', topic: 'lead/create', url: 'https://d.example/x' };
    const service = await serve(({ method, path }) => {
      if (path === '/oauth/token') return undefined;
      if (method === 'POST')
        return { status: 201, body: { status: 201, data: { ...one, signingSecret: 'hush' } } };
      return method === 'GET' ? { body: { data: [one] } } : { status: 204 };
    });
    const client = service.client();
    expect(await client.createSubscription({ topic: one.topic, url: one.url })).toEqual({
      ...one,
      signingSecret: 'hush',
    });
    expect(await client.listSubscriptions()).toEqual([one]);
    await client.deleteSubscription('s1');
    expect(service.calls()).toEqual([
      `POST ${SUBSCRIPTIONS}`,
      `GET ${SUBSCRIPTIONS}`,
      `DELETE ${SUBSCRIPTIONS}/s1`,
    ]);
  });

  it('of a drill only read', async () => {
    const service = await always({ body: { unifiedFields: [] } });
    const client = service.client({ readsOnly: true });
    await client.readSchema();
    let isMarked = false;
    const beforeSend = async () => (isMarked = true);
    const lead = { partnerOrganizationId: 'o', agentId: 'a' };
    for (const write of [
      client.createLead(lead, { beforeSend }),
      client.updateLead('l1', {}),
      client.createSubscription({ topic: 'lead/create', url: 'https://d.example/x' }),
      client.deleteSubscription('s1'),
    ])
      expect(await failure(write)).toMatchObject({ kind: 'unavailable', step: 'desk', reached: 'no' });
    expect(isMarked).toBe(false);
    expect(service.calls()).toEqual([`GET ${SCHEMA}`]);
  });

  it('an id that does not fit in a URL is refused before anything is sent', async () => {
    const service = await always({});
    for (const id of ['', '..', '\ud800']) {
      expect(await failure(service.client().readLead(id))).toMatchObject({ kind: 'refused', reached: 'no' });
    }
    expect(service.requests).toEqual([]);
  });
});

describe('a missing lead', () => {
  it.each([404, 410])('(%d) is undefined, not an error', async (status) => {
    const service = await serve(({ path }) => {
      if (path === '/oauth/token') return undefined;
      if (path.endsWith('/schema/lead')) return { body: { unifiedFields: [] } };
      return { status, body: { message: 'gone' } };
    });
    expect(await service.client().readLead('l1')).toBeUndefined();
    await expect(service.client().deleteSubscription('s1')).resolves.toBeUndefined();
    expect(await failure(service.client().updateLead('l1', {}))).toMatchObject({ kind: 'refused', status });
  });

  it.each([
    ['HTML', { status: 404, text: '<html>' }],
    ['JSON', { status: 404, body: { message: 'no Route matched with those values' } }],
  ])('is not reported missing for a gateway that answers everything like this: %s', async (_, given) => {
    const service = await always(given);
    expect(await failure(service.client().readLead('l1'))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the list', () => {
  it('is read page by page', async () => {
    const service = await serve(({ path }) => {
      if (path === '/oauth/token') return undefined;
      return { body: path === LEADS ? { data: [{ id: 'a' }], nextCursor: 'n/2' } : { data: [{ id: 'b' }] } };
    });
    const client = service.client();
    const first = await client.listLeads();
    const second = await client.listLeads({ next: first.next });
    expect([first, second].map((page) => page.leads.map(({ id }) => id))).toEqual([['a'], ['b']]);
    expect(second.next).toBeUndefined();
    expect(service.calls()).toEqual([`GET ${LEADS}`, `GET ${LEADS}?cursor=n%2F2`]);
  });

  it('never sends our token to another host', async () => {
    const service = await always({ body: { data: [{ id: 'a' }], next: 'https://evil.example/leads' } });
    const client = service.client();
    const { next } = await client.listLeads();
    expect(await failure(client.listLeads({ next }))).toMatchObject({ kind: 'unexpected' });
    expect(service.calls()).toHaveLength(1);
  });
});
