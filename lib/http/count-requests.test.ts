import { expect, it } from 'vitest';
import { routeGroupOf } from './count-requests';

it.each([
  ['GET', '/leads/66b0c4d2e8f1a35790d4c6b2?q=marlow', 'page'],
  ['POST', '/leads/new', 'action'],
  ['POST', '/api/webhooks/rcv_aaaaaaaaaaaaaaaaaaaa', 'api/webhooks'],
  ['GET', '/api/stream?since=1', 'api/stream'],
  ['POST', '/api/cached/leads', 'api/cached'],
  ['GET', '/api/webhooksX', 'other'],
  ['GET', '/_next/static/chunks/a.js?v=1', 'static'],
  ['GET', '/favicon.ico', 'static'],
  ['OPTIONS', '/leads', 'other'],
])('%s %s belongs to %s', (method, url, group) => {
  expect(routeGroupOf({ method, url })).toBe(group);
});
