import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from './error';
import { type Reply, type Request, SECRET, startService } from './service-for-tests';

const LEADS = '/1.0/api/company/c1/leads';
const SCHEMA = '/1.0/api/company/c1/schema/lead';
const SUBSCRIPTIONS = '/1.0/webhooks/companies/c1/subscriptions';

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.map((service) => service.close()));
  open = [];
});

async function serve(answer: (request: Request) => Reply | undefined) {
  const service = await startService(answer);
  open.push(service);
  return service;
}

/** Answers every call but the one for a token. */
const always = (given: Reply) => serve(({ path }) => (path === '/oauth/token' ? undefined : given));

async function failure(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('what is sent', () => {
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

  it('a lead goes out once, with every answer as it is', async () => {
    const service = await always({ status: 201, body: { id: 'l1' } });
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

  it('a change is a PATCH of what is given, and any 2xx is success', async () => {
    for (const status of [200, 202, 204]) {
      const service = await always({ status });
      await service.client().updateLead('l/1', { value: 5, customFields: { a: null } });
      expect(service.calls()).toEqual([`PATCH ${LEADS}/l%2F1`]);
      expect(service.requests[1]?.body).toBe('{"value":5,"customFields":{"a":null}}');
    }
  });

  it('subscriptions are made, listed and removed at their own address', async () => {
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

  it('an id that no address can carry is refused before anything is sent', async () => {
    const service = await always({});
    for (const id of ['', '..', '\ud800']) {
      expect(await failure(service.client().readLead(id))).toMatchObject({ kind: 'refused', reached: 'no' });
    }
    expect(service.requests).toEqual([]);
  });
});

describe('a lead that is not there', () => {
  it.each([404, 410])('(%d) is undefined, not an error', async (status) => {
    const service = await always({ status, body: { message: 'gone' } });
    expect(await service.client().readLead('l1')).toBeUndefined();
    await expect(service.client().deleteSubscription('s1')).resolves.toBeUndefined();
    expect(await failure(service.client().updateLead('l1', {}))).toMatchObject({ kind: 'refused', status });
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
    expect(client.seen().map(({ subject, value }) => `${subject} ${value}`)).toContain(
      'list.paging nextCursor',
    );
  });

  it('never takes our token to another host', async () => {
    const service = await always({ body: { data: [{ id: 'a' }], next: 'https://evil.example/leads' } });
    const client = service.client();
    const { next } = await client.listLeads();
    expect(await failure(client.listLeads({ next }))).toMatchObject({ kind: 'unexpected' });
    expect(service.calls()).toHaveLength(1);
  });
});

describe('what an error says', () => {
  it.each([
    [400, 'refused', 'maybe'],
    [404, 'refused', 'maybe'],
    [409, 'refused', 'maybe'],
    [422, 'refused', 'maybe'],
    [408, 'unavailable', 'maybe'],
    [429, 'rate-limited', 'no'],
    [500, 'unavailable', 'maybe'],
    [503, 'unavailable', 'maybe'],
    [401, 'auth', 'no'],
    [403, 'auth', 'no'],
  ])('%d is %s, and the lead %s reached the service', async (status, kind, reached) => {
    const service = await always({ status, body: { message: 'No.' } });
    const error = await failure(service.client().createLead({}));
    expect(error).toMatchObject({ kind, status, reached, step: 'call', serviceMessage: 'No.' });
  });

  it('a refusal names fields in the service’s words', async () => {
    const errors = [{ field: 'customFields.a.b', message: 'Too long' }];
    const service = await always({ status: 422, body: { message: 'Bad', errors } });
    const error = await failure(service.client().createLead({}));
    expect({ ...error.fieldErrors }).toEqual({ 'a.b': 'Too long' });
    expect(Object.getPrototypeOf(error.fieldErrors)).toBeNull();
  });

  it('markup is not repeated', async () => {
    const service = await always({
      status: 502,
      text: '<html><b>x</b></html>',
      headers: { 'content-type': 'text/html' },
    });
    expect((await failure(service.client().createLead({}))).serviceMessage).toBeUndefined();
  });

  it('Retry-After is told on', async () => {
    const service = await always({ status: 429, headers: { 'retry-after': '7' } });
    expect(await failure(service.client().createLead({}))).toMatchObject({ retryAfterMs: 7_000 });
  });

  it.each([
    ['HTML', { text: '<html>' }],
    ['nothing', { text: '' }],
    ['no lead', { body: { ok: true } }],
    ['half a body', { text: '{"id": "l1", "fir' }],
  ])('a 2xx with %s: the lead exists, but we cannot tell which', async (_name, given) => {
    const service = await always({ status: 201, ...given });
    const error = await failure(service.client().createLead({}));
    expect(error).toMatchObject({ kind: 'unexpected', status: 201, reached: 'maybe' });
  });

  it('a 2xx that is cut off carries its status too', async () => {
    const service = await always((response) => {
      response.writeHead(201, { 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
    });
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unexpected',
      status: 201,
      reached: 'maybe',
    });
  });

  it('a list that is none is never an empty list', async () => {
    for (const given of [{ text: '<html>' }, { body: {} }, { text: '' }]) {
      const service = await always(given);
      expect(await failure(service.client().listLeads())).toMatchObject({ kind: 'unexpected', status: 200 });
    }
  });

  it('an answer without end is not read to its end', async () => {
    let ended = false;
    const service = await always((response) => {
      response.on('close', () => {
        ended = true;
      });
      const more = () => {
        while (!ended && response.write('x'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await failure(service.client().listLeads())).toMatchObject({ kind: 'unexpected', status: 200 });
    expect(service.calls()).toHaveLength(1);
  });
});

describe('a service that does not answer', () => {
  it('that refuses connections was surely not reached', async () => {
    const service = await always({});
    await service.close();
    open = [];
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unavailable',
      step: 'token',
      reached: 'no',
    });
  });

  it('that closes the connection may have stored the lead', async () => {
    const service = await always((response) => response.destroy());
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unavailable',
      step: 'call',
      reached: 'maybe',
    });
    expect(service.calls()).toHaveLength(1);
  });

  it('in time may have stored the lead', async () => {
    const service = await always(() => {});
    const limits: boolean[] = [];
    const impatient: typeof fetch = (url, init) => {
      limits.push(init?.signal instanceof AbortSignal && init.redirect === 'error');
      const hangs = !String(url).endsWith('/oauth/token');
      return fetch(url, hangs ? { ...init, signal: AbortSignal.timeout(20) } : init);
    };
    const error = await failure(service.client({ fetch: impatient }).createLead({}));
    expect(error).toMatchObject({
      kind: 'unavailable',
      reached: 'maybe',
      message: 'lead create: no answer (TIMEOUT)',
    });
    expect(limits).toEqual([true, true]);
  });

  it('but sends elsewhere is not followed', async () => {
    const service = await always({ status: 307, headers: { location: 'https://evil.example/' } });
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unexpected',
      reached: 'maybe',
    });
    expect(service.calls()).toHaveLength(1);
  });

  it('is left alone after five failures, and asked again with a read before a lead is sent', async () => {
    let isDown = true;
    const service = await serve(({ path, method }) => {
      if (path === '/oauth/token') return undefined;
      if (isDown) return { status: 503 };
      return method === 'POST' ? { status: 201, body: { id: 'l1' } } : { body: { unifiedFields: [] } };
    });
    const client = service.client();
    for (let call = 0; call < 5; call += 1) await failure(client.readSchema());
    expect(await failure(client.createLead({}))).toMatchObject({
      kind: 'unavailable',
      reached: 'no',
      retryAfterMs: 10_000,
    });
    expect(service.calls()).toHaveLength(5);
    await service.clock.advance(10_000);
    expect(await failure(client.createLead({}))).toMatchObject({ kind: 'unavailable', reached: 'no' });
    isDown = false;
    await service.clock.advance(10_000);
    expect(await client.createLead({})).toMatchObject({ id: 'l1' });
    expect(service.calls().slice(5)).toEqual([`GET ${SCHEMA}`, `GET ${SCHEMA}`, `POST ${LEADS}`]);
  });
});

describe('the token', () => {
  /** A service that takes only the tokens of `valid`. */
  async function guarded(valid: Set<string>, status = 401) {
    return serve(({ path, headers }) => {
      if (path === '/oauth/token') return undefined;
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      return valid.has(token) ? { body: { id: 'l1' } } : { status, body: { message: 'no' } };
    });
  }

  it.each([401, 403])(
    'that is refused with %d is replaced once and the call made once more',
    async (status) => {
      const service = await guarded(new Set(['T2']), status);
      expect(await service.client().createLead({})).toMatchObject({ id: 'l1' });
      expect(service.calls()).toHaveLength(2);
      expect(service.tokensAsked()).toBe(2);
    },
  );

  it('that dies under two hundred calls is replaced once', async () => {
    const valid = new Set(['T1']);
    const service = await guarded(valid);
    const client = service.client();
    await client.readLead('l1');
    valid.delete('T1');
    valid.add('T2');
    const reads = Promise.allSettled(Array.from({ length: 20 }, () => client.readLead('l1')));
    for (let round = 0; round < 300; round += 1) await service.clock.advance(10);
    const ends = (await reads).map(({ status }) => status);
    expect(new Set(ends)).toEqual(new Set(['fulfilled']));
    expect(service.tokensAsked()).toBe(2);
  });

  it('is refused for ever when the key is disabled, and then hardly anything is asked', async () => {
    const service = await guarded(new Set());
    const client = service.client();
    for (let second = 0; second < 120; second += 1) {
      expect(await failure(client.readLead('l1'))).toMatchObject({ kind: 'auth', reached: 'no' });
      await service.clock.advance(1_000);
    }
    const before = service.calls().length;
    expect(before).toBeLessThanOrEqual(8);
    for (let second = 0; second < 600; second += 1) {
      await failure(client.readLead('l1'));
      await service.clock.advance(1_000);
    }
    expect(service.calls().length - before).toBeLessThanOrEqual(20);
  });

  it.each([
    [401, 'auth'],
    [400, 'auth'],
    [404, 'auth'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
  ])('that cannot be had (%d) is %s, and nothing else is sent', async (status, kind) => {
    const service = await serve(() => ({
      status,
      body: { error: 'access_denied', error_description: `not ${SECRET}` },
    }));
    const error = await failure(service.client().createLead({}));
    expect(error).toMatchObject({ kind, step: 'token', status, reached: 'no' });
    expect(service.calls()).toEqual([]);
  });
});

it('no secret and no token is told to anyone, whatever the service repeats', async () => {
  const told: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => told.push(line),
    warn: (...line: unknown[]) => told.push(line),
    error: (...line: unknown[]) => told.push(line),
  };
  const token = 'tok-hush-1';
  const echo = { message: `Bearer ${token} ${SECRET}`, errors: { a: SECRET, b: token } };
  const answers: Reply[] = [
    { status: 401, body: echo },
    { status: 422, body: echo },
    { status: 500, text: echo.message },
    { status: 200, text: `${token} ${SECRET}` },
  ];
  const tokenAnswers: Reply[] = [
    { body: { access_token: token } },
    { text: `{"access_token": "${token} ${SECRET}` },
    { status: 401, body: { error: `${SECRET} is wrong` } },
  ];
  for (const [given, tokenAnswer] of answers.flatMap((one) =>
    tokenAnswers.map((other) => [one, other] as const),
  )) {
    const service = await serve(({ path }) => (path === '/oauth/token' ? tokenAnswer : given));
    const client = service.client({ log });
    const error = await failure(client.createLead({}));
    told.push(error.message, error.stack, error.cause, { ...error }, client.seen());
  }
  const text = JSON.stringify(told);
  expect(text).toContain('[hidden]');
  for (const secret of [SECRET, 'tok-hush']) expect(text).not.toContain(secret);
});

it('only ServiceError is thrown by a service that speaks no HTTP', async () => {
  const service = await always((response) => {
    response.socket?.end('garbage\r\n\r\n');
  });
  expect(await failure(service.client().createLead({}))).toMatchObject({
    kind: 'unavailable',
    reached: 'maybe',
  });
});
