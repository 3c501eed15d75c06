import { expect, it } from 'vitest';
import { returnPath } from './request-headers';

it.each([
  ['/leads?status=won&sort=name', '/leads?status=won&sort=name'],
  ['/leads', '/leads'],
  ['/leads?_rsc=1x2y3', '/leads'],
  ['/leads?status=won&_rsc=1x2y3', '/leads?status=won'],
  ['/leads/new', '/leads'],
  ['/leadsx?status=won', '/leads'],
  ['//evil.example/leads?x=1', '/leads'],
  [null, '/leads'],
])('a request for %s that needs a sign-in returns to %s', (askedFor, expected) => {
  expect(returnPath('/leads', askedFor)).toBe(expected);
});
