import { expect, it } from 'vitest';
import { toOriginForm } from './request-target';

const asked = (url: string) => toOriginForm({ url, headers: { host: 'desk.example.com', accept: 'x' } });

it.each(['/', '/leads?q=http://evil.example', '//evil.example', '*'])('%s is unchanged', (url) => {
  expect(asked(url)).toEqual({ url, headers: { host: 'desk.example.com', accept: 'x' } });
});

it.each([
  ['http://evil.example/leads?q=1', 'evil.example', '/leads?q=1'],
  ['HTTP://evil.example:81', 'evil.example:81', '/'],
  ['https://desk.example.com//evil.example', 'desk.example.com', '//evil.example'],
])('%s becomes a request to the host it names', (url, host, path) => {
  expect(asked(url)).toEqual({ url: path, headers: { host, accept: 'x' } });
});

it.each(['evil.example:443', 'ftp://evil.example/', 'javascript:1', 'leads', '', 'http://'])(
  'an invalid URL is a request to no host: %j',
  (url) => expect(asked(url)).toEqual({ url: '/', headers: { host: '', accept: 'x' } }),
);
