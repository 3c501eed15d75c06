import { describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import { SECRETS, settingsAt } from '@/tests/support/setup-checks';
import { redact, secretsOf } from './redact';

const settings = parseEnv(
  settingsAt('https://api.portal.example', {
    SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET,
    DATABASE_URL: `postgres://desk:${SECRETS.DATABASE_PASSWORD}@pooler.example/desk`,
    DATABASE_DIRECT_URL: 'postgres://desk:password-of-the-server@db.example/desk',
    SMTP_URL: `smtp://desk:${encodeURIComponent('pa ss/word&4711')}@mail.example`,
    MAIL_FROM: 'desk@vendor.example',
  }),
);
const secrets = secretsOf(settings);

describe('shown texts', () => {
  it.each([
    SECRETS.SERVICE_CLIENT_SECRET,
    encodeURIComponent(SECRETS.SERVICE_CLIENT_SECRET),
    Buffer.from(SECRETS.SERVICE_CLIENT_SECRET).toString('base64'),
    SECRETS.APP_SECRET,
    SECRETS.DATABASE_PASSWORD,
    'password-of-the-server',
    'pa ss/word&4711',
    encodeURIComponent('pa ss/word&4711'),
  ])('never contain %s, at any depth', (secret) => {
    const shown = redact(
      { state: 'bad', facts: { said: `your ${secret} is wrong`, list: [secret] } },
      secrets,
    );
    expect(JSON.stringify(shown)).not.toContain(secret.replace(/=+$/, ''));
    expect(JSON.stringify(shown)).toContain('[hidden]');
  });

  it('stay on one line, without terminal colours and direction marks', () => {
    expect(redact('a\r\n\u001b[31mred\u202eder\u2028', secrets)).toBe('a [31mred der ');
    expect(redact('\u{1f600}'.repeat(600), secrets)).toHaveLength(1_000);
  });

  it('are otherwise unchanged', () => {
    const finding = { state: 'ok', facts: { fields: 3, lastFullSync: { at: '2026-01-01T00:00:00.000Z' } } };
    expect(redact(finding, secrets)).toEqual(finding);
  });
});
