import 'server-only';
import type { Env } from '@/lib/core/env';
import { cutText } from '@/lib/core/text';

/** Shorter values are no secrets, and redacting them would remove words. */
const MIN_LENGTH = 6;

/** The values of these settings that must never be shown, in every encoding. */
export function secretsOf(settings: Env): string[] {
  const addresses = [settings.DATABASE_URL, settings.DATABASE_DIRECT_URL, settings.SMTP_URL];
  const plain = [
    settings.APP_SECRET,
    settings.SERVICE_CLIENT_SECRET,
    settings.AUTH_OIDC_CLIENT_SECRET,
    settings.METRICS_TOKEN,
    ...addresses.flatMap((address) => passwordsIn(address)),
  ];
  return plain
    .filter((secret): secret is string => secret !== undefined && secret.length >= MIN_LENGTH)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret)
        .toString('base64')
        .replace(/(?<!=)=+$/, ''),
    ])
    .toSorted((a, b) => b.length - a.length);
}

function passwordsIn(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MAX_LENGTH = 500;

/**
 * A copy with every text safe for a page and a terminal: secrets are redacted, whoever echoed them, and
 * external text stays on one line. The safety net of all checks.
 */
export function redact<T>(value: T, secrets: readonly string[]): T;
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    const blank = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), value);
    return cutText(blank.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' '), MAX_LENGTH);
  }
  if (Array.isArray(value)) return value.map((one) => redact(one, secrets));
  if (!(value instanceof Object)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redact(one, secrets)]));
}
