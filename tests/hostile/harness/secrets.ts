import { RECEIPT_TYPE } from '@/lib/receipts/claims';
import { readSubscriptions } from '@/tests/support/desk/deliver';
import type { Desk } from '@/tests/support/desk/desk';
import type { HttpResponse } from './send';

const PIECES = ['oidc-secret-7f3d1c9a55e04b', 'smtp-secret-91be7d20c4'] as const;

/** Settings of a desk whose secrets are unique, so that they are found wherever they appear. No server listens there. */
export const WITH_SECRETS = {
  AUTH_OIDC_ISSUER: 'http://127.0.0.1:9/issuer',
  AUTH_OIDC_CLIENT_ID: 'desk-client',
  AUTH_OIDC_CLIENT_SECRET: PIECES[0],
  SMTP_URL: `smtp://mailer:${PIECES[1]}@127.0.0.1:9`,
  MAIL_FROM: 'desk@vendor.example',
};

const TOKEN = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;

/** All that a desk with these settings must tell nobody. */
export function secretsOf(desk: Desk): string[] {
  return [...desk.secrets, ...PIECES, ...readSubscriptions(desk).map((one) => one.signingSecret)];
}

/** Those of `secrets` that are in a text, also encoded. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
      text.includes(form),
    ),
  );
}

/** Tokens in a text, except the codes of receipts: those are for whoever the person shows them to. */
export function tokensIn(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => {
    const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return !header.includes(`"typ":"${RECEIPT_TYPE}"`);
  });
}

/** What an answer reveals of `secrets`. The person's own session may be in a cookie, which no script reads. */
export function revealedBy({ body, headers }: HttpResponse, secrets: readonly string[]): string[] {
  return [...secretsIn(`${body}${JSON.stringify(headers)}`, secrets), ...tokensIn(body)];
}
