import 'server-only';
import { z } from 'zod';
import { toEmailAddress } from '@/lib/core/email';
import { cutText } from '@/lib/core/text';

/** The maximum length of a subject (OpenID Connect Core, section 2). */
const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 200;

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(MAX_SUBJECT_LENGTH),
  email: z.unknown().optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
});

/** What a company sign-in proved. */
export type CompanyProof = { method: 'oidc'; email: string; name: string | undefined; subject: string };

/** `about`: the subject of the claims, for the audit log. */
export type ReadClaims = CompanyProof | { refused: 'unproven' | 'failed'; about: string };

/**
 * Reads the claims of a company sign-in. Signature, audience, nonce and times are already verified; this
 * checks the issuer and that the address is proven: `email_verified` must be `true`, not absent and not a
 * string.
 */
export function readClaims(claims: unknown, issuer: string): ReadClaims {
  const read = claimsSchema.safeParse(claims);
  if (!read.success || withoutSlash(read.data.iss) !== withoutSlash(issuer)) {
    return { refused: 'failed', about: 'company account' };
  }
  const { sub, email_verified: verified } = read.data;
  const email = toEmailAddress(read.data.email);
  if (!email || verified !== true) {
    return { refused: 'unproven', about: email ?? `company account ${plain(sub)}` };
  }
  return { method: 'oidc', email, name: toName(read.data.name), subject: `${withoutSlash(issuer)} ${sub}` };
}

function toName(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  return cutText(plain(claim).toWellFormed(), MAX_NAME_LENGTH).trim() || undefined;
}

/** Removes characters that cannot be stored or that change the text direction. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');
