import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxCaller } from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeAll(async () => {
  desk = await openSandbox();
});
afterAll(() => desk.close());

/** node:http, because fetch sets Host and the Sec-Fetch headers itself. */
const status = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    send(`${desk.url}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('the console', () => {
  it('lets programs and its own pages in', async () => {
    expect(await status('GET', '/console')).toBe(200);
    expect(await status('POST', '/console/api/reset')).toBe(200);
    const own = { origin: desk.url, 'sec-fetch-site': 'same-origin' };
    expect(await status('POST', '/console/api/reset', own)).toBe(200);
    expect(await status('POST', '/console/reset', own)).toBe(303);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:1' }],
    ['no origin to speak of', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { 'sec-fetch-site': 'same-site' }],
  ])('refuses forms and data requests from %s', async (_, headers) => {
    expect(await status('POST', '/console/reset', headers)).toBe(403);
    expect(await status('POST', '/console/api/reset', headers)).toBe(403);
    expect(await status('GET', '/console/api/state', headers)).toBe(403);
  });

  it('lets a link from the desk open a page', async () => {
    expect(await status('GET', '/console', { 'sec-fetch-site': 'same-site' })).toBe(200);
  });

  it('refuses a foreign name that points at this machine', async () => {
    for (const host of [
      'evil.example',
      'evil.example:4000',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ])
      expect(await status('GET', '/console', { host })).toBe(403);
  });
});
