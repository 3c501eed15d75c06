import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNetworkFailure } from './network-failure';

/** Like undici's error: a generic TypeError with the system's error as its cause. */
const fetchFailed = (cause: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), cause) });

describe('whether the request may have reached the service', () => {
  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s: definitely not', (code) => {
    expect(readNetworkFailure(fetchFailed({ code }))).toEqual({ code, reached: 'no' });
  });

  it.each([
    'ECONNRESET',
    'UND_ERR_SOCKET',
    'EPIPE',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'ETIMEDOUT',
    'EPROTO',
  ])('%s: maybe', (code) => {
    expect(readNetworkFailure(fetchFailed({ code }))).toEqual({ code, reached: 'maybe' });
  });

  it('anything that failed while connecting: definitely not', () => {
    for (const code of ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']) {
      expect(readNetworkFailure(fetchFailed({ code, syscall: 'connect' })).reached).toBe('no');
      expect(readNetworkFailure(fetchFailed({ code, syscall: 'read' })).reached).toBe('maybe');
    }
  });

  it('our own timeout: maybe', () => {
    const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    expect(readNetworkFailure(timeout)).toEqual({ code: 'TIMEOUT', reached: 'maybe' });
  });

  it('a redirect: maybe', () => {
    const cause = new Error('unexpected redirect');
    expect(readNetworkFailure(new TypeError('fetch failed', { cause }))).toEqual({
      code: 'REDIRECT',
      reached: 'maybe',
    });
  });

  it('anything else: maybe, without throwing', () => {
    const loop = new Error('x');
    loop.cause = loop;
    expect(readNetworkFailure(loop).reached).toBe('maybe');
    fc.assert(fc.property(fc.anything(), (error) => readNetworkFailure(error).reached === 'maybe'));
  });
});
