import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { CENSORING, originOf, throttleLog } from './log';

function lineOf(data: object): string {
  let written = '';
  const sink = new Writable({
    write(piece, _encoding, done) {
      written += piece;
      done();
    },
  });
  pino({ redact: CENSORING }, sink).info(data, 'event');
  return written;
}

describe('sensitive values are redacted', () => {
  it.each([
    'secret',
    'token',
    'password',
    'authorization',
    'signingSecret',
    'access_token',
    'email',
    'cookie',
  ])('%s, at any of three depths', (name) => {
    for (const data of [
      { [name]: 'PRECIOUS' },
      { a: { [name]: 'PRECIOUS' } },
      { a: { b: { [name]: 'PRECIOUS' } } },
    ]) {
      expect(lineOf(data)).not.toContain('PRECIOUS');
      expect(lineOf(data)).toContain('[hidden]');
    }
  });

  it('intended values are readable', () => {
    expect(lineOf({ leadId: '66b0', ms: 3 })).toContain('"leadId":"66b0"');
  });

  it('a value cannot start a new log line', () => {
    expect(lineOf({ leadId: 'a\n{"level":60,"msg":"forged"}\u001b[31m' }).trim().split('\n')).toHaveLength(1);
  });
});

it('each line names its process', () => {
  expect(originOf('off')).toEqual({ pid: process.pid, host: hostname(), role: 'web' });
  expect(originOf('only').role).toBe('worker');
  expect(originOf('inline').role).toBe('both');
});

function telling() {
  const counts: number[] = [];
  const happen = throttleLog((count) => counts.push(count), { everyMs: 1_000 });
  return { counts, at: (ms: number) => happen(new Date(ms)) };
}

it('logs the first time immediately', () => {
  const { counts, at } = telling();
  at(5);
  expect(counts).toEqual([1]);
});

it('logs a thousand times in one second once, and their number with the next', () => {
  const { counts, at } = telling();
  for (let n = 0; n < 1_000; n += 1) at(n);
  expect(counts).toEqual([1]);
  at(1_000);
  expect(counts).toEqual([1, 1_000]);
});

it('is not silenced by a clock that was set back', () => {
  const { counts, at } = telling();
  at(1_000_000);
  at(10);
  expect(counts).toEqual([1, 1]);
});
