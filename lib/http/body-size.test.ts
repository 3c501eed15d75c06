import { expect, it } from 'vitest';
import { refusesBody } from './body-size';

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
