import { expect, it } from 'vitest';
import { holdPageRequests } from './page-transport';
import { createReachability } from './reachability';

const PAGE = { headers: { rsc: '1' } };

/** A network that answers each request with the next of `responses`; an error is a broken connection. */
function start(responses: (() => Response)[]) {
  const sent: string[] = [];
  const reach = createReachability({
    probe: async () => true,
    hasNetwork: () => true,
    random: () => 1,
    later: () => () => {},
  });
  const request = holdPageRequests(async (input) => {
    sent.push(String(input));
    const response = responses.shift();
    if (!response) throw new Error('Nobody expected another request.');
    return response();
  }, reach);
  return { request, reach, sent };
}

const TYPE = { 'content-type': 'text/x-component' };
const page = () => new Response('a page', { headers: TYPE });
const broken = () => {
  throw new TypeError('Failed to fetch');
};
const cutOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half a p'));
        controller.error(new TypeError('network error'));
      },
    }),
    { headers: TYPE },
  );
const inPlace = (status: number, type: string) => () =>
  new Response('not the desk', { status, headers: { 'content-type': type } });

it('a complete page is passed on unchanged', async () => {
  const { request, reach } = start([() => new Response('a page', { headers: { ...TYPE, 'x-kept': 'yes' } })]);
  const response = await request('/leads', PAGE);
  expect(await response.text()).toBe('a page');
  expect(response.headers.get('x-kept')).toBe('yes');
  expect(reach.get()).toBe('reachable');
});

it.each([
  ['a broken connection', broken],
  ['an answer that breaks off in the middle', cutOff],
  ['a 503', () => new Response('a short break', { status: 503 })],
  ['a 502 of a gateway', () => new Response(null, { status: 502 })],
  ['a 429', () => new Response(null, { status: 429 })],
  ['a 404 of a gateway', inPlace(404, 'text/plain')],
  ['a 403 of a gateway', inPlace(403, 'text/html')],
  ['the sign-in page of a hotspot', inPlace(200, 'text/html; charset=utf-8')],
  ['an empty answer', () => new Response(null, { status: 204 })],
])(
  'after %s the router gets no response, and then the page once the desk answers',
  async (_what, failure) => {
    const { request, reach, sent } = start([failure, page]);
    let isDone = false;
    const response = request('/leads?q=a', PAGE).finally(() => {
      isDone = true;
    });
    await expect.poll(() => reach.get()).toBe('unreachable');
    expect(isDone).toBe(false);
    await reach.check();
    expect(await (await response).text()).toBe('a page');
    expect(sent).toEqual(['/leads?q=a', '/leads?q=a']);
  },
);

it('"not found" is a response, if it is the desk’s own', async () => {
  const { request } = start([() => new Response('nothing here', { status: 404, headers: TYPE })]);
  expect((await request('/leads/none', PAGE)).status).toBe(404);
});

it('a write is sent once, whatever the result', async () => {
  const { request, reach, sent } = start([broken]);
  const act = { method: 'POST', headers: { 'next-action': 'f00' } };
  await expect(request('/leads/new', act)).rejects.toThrow('Failed to fetch');
  expect(reach.get()).toBe('unreachable');
  await reach.check();
  expect(sent).toHaveLength(1);
});

it('other requests are passed through', async () => {
  const { request, reach } = start([broken]);
  await expect(request('/api/health', { method: 'HEAD' })).rejects.toThrow('Failed to fetch');
  expect(reach.get()).toBe('reachable');
});
