import { describe, expect, it } from 'vitest';
import { failure, serve } from '@/tests/support/service';
import { memorySharedStateStore } from './rate/shared-state';

const LEADS = '/1.0/api/company/c1/leads';
const SCHEMA = '/1.0/api/company/c1/schema/lead';

/** A healthy service that gives `response` to every call except token requests. */
async function serviceThat(response: { status: number; headers?: Record<string, string> } | undefined) {
  const state = { response };
  const service = await serve(({ path, method }) => {
    if (path === '/oauth/token') return undefined;
    if (state.response) return state.response;
    return method === 'POST' ? { status: 201, body: { id: 'l1' } } : { body: { unifiedFields: [] } };
  });
  return Object.assign(service, { state });
}

/** A `beforeSend` that returns true and records which requests were sent before each call to it. */
function lastWord(service: { requests: { method: string; path: string }[] }) {
  const asked: string[][] = [];
  const beforeSend = async () => {
    asked.push(service.requests.map(({ method, path }) => `${method} ${path}`));
    return true;
  };
  return { asked, beforeSend };
}

describe('beforeSend', () => {
  it('is called once, when the token is available and before anything of the lead is sent', async () => {
    const service = await serviceThat(undefined);
    const { asked, beforeSend } = lastWord(service);
    expect(await service.client().createLead({}, { beforeSend })).toMatchObject({ id: 'l1' });
    expect(asked).toEqual([['POST /oauth/token']]);
    expect(service.calls()).toEqual([`POST ${LEADS}`]);
  });

  it('returns false: nothing is sent', async () => {
    const service = await serviceThat(undefined);
    expect(await service.client().createLead({}, { beforeSend: async () => false })).toBeUndefined();
    expect(service.calls()).toEqual([]);
  });

  it('throws: nothing is sent, and the caller gets the original error', async () => {
    const service = await serviceThat(undefined);
    const lost = new Error('the database is gone');
    const beforeSend = () => Promise.reject(lost);
    await expect(service.client().createLead({}, { beforeSend })).rejects.toBe(lost);
    expect(service.calls()).toEqual([]);
  });

  it('is not called again when a refused token is replaced', async () => {
    const service = await serve(({ path, headers }) => {
      if (path === '/oauth/token') return undefined;
      return headers.authorization === 'Bearer T2' ? { status: 201, body: { id: 'l1' } } : { status: 401 };
    });
    const { asked, beforeSend } = lastWord(service);
    expect(await service.client().createLead({}, { beforeSend })).toMatchObject({ id: 'l1' });
    expect(asked).toHaveLength(1);
    expect(service.calls()).toEqual([`POST ${LEADS}`, `POST ${LEADS}`]);
  });

  it('is not called without a token', async () => {
    const service = await serve(() => ({ status: 500 }));
    const { asked, beforeSend } = lastWord(service);
    const error = await failure(service.client().createLead({}, { beforeSend }));
    expect(error).toMatchObject({ step: 'token', reached: 'no' });
    expect(asked).toEqual([]);
  });

  it('is not called while the class is paused after a 429', async () => {
    const service = await serviceThat({ status: 429, headers: { 'retry-after': '60' } });
    const client = service.client();
    await failure(client.createLead({}));
    const { asked, beforeSend } = lastWord(service);
    expect(await failure(client.createLead({}, { beforeSend }))).toMatchObject({
      step: 'desk',
      reached: 'no',
    });
    expect(asked).toEqual([]);
    expect(service.calls()).toHaveLength(1);
  });

  it('is not called before a read has shown that the service has recovered', async () => {
    const service = await serviceThat({ status: 503 });
    const client = service.client();
    for (let call = 0; call < 5; call += 1) await failure(client.readSchema());
    const { asked, beforeSend } = lastWord(service);
    for (const wait of [0, 10_000]) {
      await service.clock.advance(wait);
      expect(await failure(client.createLead({}, { beforeSend }))).toMatchObject({ reached: 'no' });
    }
    expect(asked).toEqual([]);
    service.state.response = undefined;
    await service.clock.advance(10_000);
    expect(await client.createLead({}, { beforeSend })).toMatchObject({ id: 'l1' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.at(-1)).toBe(`GET ${SCHEMA}`);
  });

  it('is not called while the shared state is unavailable', async () => {
    const service = await serviceThat(undefined);
    const gone = () => Promise.reject(new Error('the database is gone'));
    const sharedState = { ...memorySharedStateStore(), read: gone };
    const { asked, beforeSend } = lastWord(service);
    expect(await failure(service.client({ sharedState }).createLead({}, { beforeSend }))).toMatchObject({
      kind: 'unavailable',
      step: 'desk',
      reached: 'no',
    });
    expect(asked).toEqual([]);
    expect(service.calls()).toEqual([]);
  });
});
