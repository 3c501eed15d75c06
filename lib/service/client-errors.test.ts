import { describe, expect, it } from 'vitest';
import { always, failure, serve } from '@/tests/support/service';

const LEADS = '/1.0/api/company/c1/leads';
const SCHEMA = '/1.0/api/company/c1/schema/lead';

describe('errors of the client', () => {
  it.each([
    [400, 'refused', 'maybe'],
    [404, 'unavailable', 'no'],
    [405, 'unavailable', 'no'],
    [409, 'refused', 'maybe'],
    [422, 'refused', 'maybe'],
    [408, 'unavailable', 'maybe'],
    [424, 'unavailable', 'maybe'],
    [499, 'unavailable', 'maybe'],
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

  const html = { text: '<html><h1>Sorry</h1></html>', headers: { 'content-type': 'text/html' } };
  it.each([
    ['400 in HTML', { status: 400, ...html }],
    ['400 without a word', { status: 400, text: '' }],
    ['400 that only says so', { status: 400, text: '400 Bad Request' }],
    ['404 in HTML', { status: 404, ...html }],
    ['404 in text', { status: 404, text: '404 page not found' }],
    ['404 of a route', { status: 404, body: { message: 'no Route matched with those values' } }],
    ['405 without a word', { status: 405, text: '' }],
    ['413 in HTML', { status: 413, ...html }],
  ])('a gateway’s response to a create is no refusal, and nothing was stored: %s', async (_, given) => {
    const error = await failure((await always(given)).client().createLead({}));
    expect(error).toMatchObject({ kind: 'unavailable', reached: 'no', writtenByService: false });
  });

  it.each([
    ['400 in JSON', { status: 400, body: { error: 'No agent' } }],
    ['400 in plain text', { status: 400, text: 'The agent does not belong to the organization.' }],
    ['404 that names a field', { status: 404, body: { errors: [{ field: 'agentId', message: 'unknown' }] } }],
    ['409 in HTML', { status: 409, ...html }],
    ['422 without a word', { status: 422, text: '' }],
  ])('a response written by the service is a refusal: %s', async (_, given) => {
    const error = await failure((await always(given)).client().createLead({}));
    expect(error).toMatchObject({ kind: 'refused', writtenByService: true });
  });

  it('a refusal names fields in the service’s words', async () => {
    const errors = [{ field: 'customFields.a.b', message: 'Too long' }];
    const service = await always({ status: 422, body: { message: 'Bad', errors } });
    const error = await failure(service.client().createLead({}));
    expect({ ...error.fieldErrors }).toEqual({ 'a.b': 'Too long' });
    expect(Object.getPrototypeOf(error.fieldErrors)).toBeNull();
  });

  it('the text of markup is shown without it', async () => {
    const service = await always({
      status: 502,
      text: '<html><b>x</b></html>',
      headers: { 'content-type': 'text/html' },
    });
    expect((await failure(service.client().createLead({}))).serviceMessage).toBe('x');
  });

  it('Retry-After is passed on', async () => {
    const service = await always({ status: 429, headers: { 'retry-after': '7' } });
    expect(await failure(service.client().createLead({}))).toMatchObject({ retryAfterMs: 7_000 });
  });

  it.each([
    ['HTML', { text: '<html>' }],
    ['nothing', { text: '' }],
    ['no lead', { body: { ok: true } }],
    ['half a body', { text: '{"id": "l1", "fir' }],
  ])('a 2xx with %s: the lead exists, but its id is unknown', async (_name, given) => {
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

  it('a response without a list is never read as an empty list', async () => {
    for (const given of [{ text: '<html>' }, { body: {} }, { text: '' }]) {
      const service = await always(given);
      expect(await failure(service.client().listLeads())).toMatchObject({ kind: 'unexpected', status: 200 });
    }
  });

  it('an endless response is not read to its end', async () => {
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
  it('with refused connections was not reached', async () => {
    const service = await always({});
    await service.close();
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unavailable',
      step: 'token',
      reached: 'no',
    });
  });

  it('with a closed connection may have stored the lead', async () => {
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

  it('with a redirect is not followed', async () => {
    const service = await always({ status: 307, headers: { location: 'https://evil.example/' } });
    expect(await failure(service.client().createLead({}))).toMatchObject({
      kind: 'unexpected',
      reached: 'maybe',
    });
    expect(service.calls()).toHaveLength(1);
  });

  it('is not called after five failures, and is probed with a read before a lead is sent', async () => {
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

it('throws nothing but ServiceError if the service does not speak HTTP', async () => {
  const service = await always((response) => {
    response.socket?.end('garbage\r\n\r\n');
  });
  expect(await failure(service.client().createLead({}))).toMatchObject({
    kind: 'unavailable',
    reached: 'maybe',
  });
});
