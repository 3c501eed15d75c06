import { expect, it } from 'vitest';
import { refusesAction, refusesBody } from './refuse-request';

const ID = '40a1b2c3d4e5f60718293a4b5c6d7e8f9001122334';
const call = (id: string, type?: string) =>
  new Headers({ 'next-action': id, ...(type && { 'content-type': type }) });

it.each(['text/plain;charset=UTF-8', 'text/plain', 'multipart/form-data; boundary=x'])(
  'an action call as %s is accepted',
  (type) => expect(refusesAction(call(ID, type))).toBeUndefined(),
);

it('other requests are ignored', () => {
  expect(refusesAction(new Headers({ 'content-type': 'application/json' }))).toBeUndefined();
});

it.each(['', 'x', ID.toUpperCase(), `${ID}0`, ID.slice(1), `${ID}, ${ID}`, 'ann@x.example token=abc'])(
  'an invalid action name is refused: %j',
  (id) => expect(refusesAction(call(id, 'text/plain'))).toBe(400),
);

it.each([undefined, 'application/json', 'application/x-www-form-urlencoded', 'text/plainer', 'x text/plain'])(
  'a call with another content type is refused: %j',
  (type) => expect(refusesAction(call(ID, type))).toBe(415),
);

it.each([
  ['no body', {}, undefined],
  ['a form', { 'content-length': '312' }, undefined],
  ['exactly 1 MiB', { 'content-length': '1048576' }, undefined],
  ['one byte more', { 'content-length': '1048577' }, 413],
  ['a length that is no number', { 'content-length': 'many' }, 413],
  ['a body of unknown length', { 'transfer-encoding': 'chunked' }, 411],
])('%s is answered by %j', (_what, headers, status) => {
  expect(refusesBody(new Headers(headers as Record<string, string>), '/leads/new')).toBe(status);
});

it.each([
  ['5 MiB', 5 * 1024 * 1024, undefined],
  ['7 MiB', 7 * 1024 * 1024, 413],
])('a file of people of %s is answered by %j', (_what, length, status) => {
  const headers = new Headers({ 'content-length': String(length) });
  expect(refusesBody(headers, '/admin/people/import')).toBe(status);
  expect(refusesBody(headers, '/admin/people/import/x')).toBe(413);
});
