import { describe, expect, it } from 'vitest';
import type { FetchedResponse } from './fetch';
import { send } from './request';

const create = { what: 'lead create', step: 'call', method: 'POST', timeoutMs: 20 } as const;
const request = { ...create, url: 'http://127.0.0.1:9/' };
const never = () => new Promise<never>(() => {});

describe('a request that the HTTP client has lost', () => {
  it('ends in time, and may have stored the lead', async () => {
    let signal: AbortSignal | undefined;
    const sent = send(request, (_url, init) => {
      signal = init.signal;
      return never();
    });
    await expect(sent).rejects.toMatchObject({
      kind: 'unavailable',
      reached: 'maybe',
      message: 'lead create: no answer (TIMEOUT)',
    });
    expect(signal?.aborted).toBe(true);
  });

  it('ends in time within its response, whose status is known', async () => {
    const body = { [Symbol.asyncIterator]: () => ({ next: never }) };
    const response: FetchedResponse = { ok: true, status: 201, headers: new Headers(), body };
    await expect(send(request, async () => response)).rejects.toMatchObject({
      kind: 'unexpected',
      status: 201,
      message: 'lead create: the answer was cut short',
    });
  });
});
