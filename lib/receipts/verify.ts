import 'server-only';
import { compactVerify, decodeProtectedHeader } from 'jose';
import { ALGORITHM, claimsSchema, RECEIPT_TYPE, type ReceiptClaims } from './claims';
import type { PublicKey } from './keys';

/**
 * What a code turned out to be. `unreadable`: no complete receipt. `unsigned`: not signed the way a desk signs.
 * `unknown-key`: by none of this desk's keys. `altered`: the signature is of another text. `elsewhere`: genuine, but
 * issued under another address than this desk's.
 */
export type Verified =
  | { kind: 'genuine' | 'elsewhere'; claims: ReceiptClaims }
  | { kind: 'unreadable' | 'unsigned' | 'unknown-key' | 'altered' };

/** Several times the length of a receipt with long names; in UTF-16 units. */
export const MAX_CODE_LENGTH = 8_000;
const SIGNATURE_LENGTH = 86;

/**
 * Reads a code as pasted: line breaks and spaces of mails and PDFs are dropped, and of the address of the page that
 * verifies it the code is taken. Undefined if it is too long.
 */
function toCode(pasted: string): string | undefined {
  if (pasted.length > MAX_CODE_LENGTH) return undefined;
  return pasted.replace(/[\s\u200b\u00ad\ufeff]+/g, '').replace(/^.*#/, '');
}

/**
 * Verifies a receipt against this desk's public keys. Reads nothing but the code: whether a lead exists, or a
 * submission, cannot be found out by it. A receipt does not expire.
 */
export async function verifyReceipt(
  pasted: string,
  { keys, issuer }: { keys: readonly PublicKey[]; issuer: string },
): Promise<Verified> {
  const code = toCode(pasted);
  const header = code === undefined ? undefined : readHeader(code);
  if (code === undefined || !header) return { kind: 'unreadable' };
  if (header.alg !== ALGORITHM) return { kind: 'unsigned' };
  if (header.typ !== RECEIPT_TYPE || !isComplete(code)) return { kind: 'unreadable' };
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return { kind: 'unknown-key' };
  const payload = await readSigned(code, key);
  if (!payload) return { kind: 'altered' };
  const claims = claimsSchema.safeParse(payload.json);
  if (!claims.success) return { kind: 'unreadable' };
  return { kind: claims.data.iss === issuer ? 'genuine' : 'elsewhere', claims: claims.data };
}

function readHeader(code: string) {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(code)) return undefined;
  try {
    return decodeProtectedHeader(code);
  } catch {
    return undefined;
  }
}

/** With its whole signature, and in the one way to write it: its last character has unused bits. */
function isComplete(code: string): boolean {
  const signature = code.slice(code.lastIndexOf('.') + 1);
  if (signature.length !== SIGNATURE_LENGTH) return false;
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

async function readSigned(code: string, key: PublicKey): Promise<{ json: unknown } | undefined> {
  try {
    const { payload } = await compactVerify(code, key, { algorithms: [ALGORITHM] });
    return { json: JSON.parse(new TextDecoder().decode(payload)) };
  } catch {
    return undefined;
  }
}
