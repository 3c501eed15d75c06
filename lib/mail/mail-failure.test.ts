import { describe, expect, it } from 'vitest';
import { mailFailure } from './mail-failure';

/** An error as thrown by nodemailer. */
function thrown(message: string, facts: { code: string; responseCode?: number; command?: string }): Error {
  const response = facts.responseCode && { response: `${facts.responseCode} ${message}` };
  return Object.assign(new Error(message), facts, response);
}

describe('why a mail was refused', () => {
  it.each([
    ['unknown-host', thrown('getaddrinfo ENOTFOUND mail.invalid', { code: 'EDNS', command: 'CONN' })],
    ['unknown-host', thrown('getaddrinfo EAI_AGAIN mail.invalid', { code: 'ESOCKET', command: 'CONN' })],
    ['refused', thrown('connect EHOSTUNREACH 192.0.2.1:587', { code: 'ESOCKET', command: 'CONN' })],
    [
      'tls',
      thrown('Hostname/IP does not match certificate’s altnames', { code: 'ESOCKET', command: 'CONN' }),
    ],
    ['no-tls', thrown('Error upgrading connection with STARTTLS', { code: 'ETLS', command: 'STARTTLS' })],
    [
      'auth',
      thrown('Authentication required', { code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }),
    ],
    ['sender', thrown('not yours', { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' })],
    ['recipient', thrown('unknown', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })],
    ['recipient', thrown('spam', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' })],
    ['other', thrown('greylisted', { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' })],
    ['other', thrown('TLS certificate ENOTFOUND', { code: 'EENVELOPE', responseCode: 421, command: 'DATA' })],
    ['other', new Error('boom')],
    ['other', 'boom'],
  ])('%s: %s', (cause, error) => {
    expect(mailFailure(error).cause).toBe(cause);
  });

  it('is reported as codes: the server’s message may repeat an address', () => {
    const error = thrown('<jo@partner.example> unknown', {
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'RCPT TO',
    });
    expect(mailFailure(error).reason).toBe('mail: EENVELOPE RCPT 550');
  });
});
