import 'server-only';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Encrypts secrets at rest: AES-256-GCM with a key derived from `APP_SECRET`, one key per purpose, so that a
 * value of one purpose cannot be passed off as another's.
 */
export type Vault = {
  seal(plain: string): string;
  /** @throws {Error} if the value was changed, or was sealed with another `APP_SECRET` or purpose */
  open(sealed: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A short mark of a secret that tells it from another without giving it away: 32 hexadecimal digits. */
export function fingerprintOf(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', 'fingerprint', 16)).toString('hex');
}

/**
 * Seals texts for the database with a key derived from `appSecret`; each purpose has its own key, so a text sealed for
 * one cannot be opened for another. `open` throws for a text that was changed or sealed with another secret.
 */
export function createVault(
  appSecret: string,
  purpose: 'webhook-secret' | 'service-token' | 'mail' | 'receipt-key' | 'unsubscribe' | 'erasure',
): Vault {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', purpose, 32));
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}

/**
 * A mark that only this desk can make: HMAC-SHA256 in base64url, with a key derived from `appSecret`; each purpose has
 * its own key, so a mark made for one is worth nothing for another.
 */
export function signText(
  text: string,
  { appSecret, purpose }: { appSecret: string; purpose: 'rendered-for' | 'known-browser' | 'device-owner' },
): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', purpose, 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether two texts are equal, in a time that depends neither on where they differ nor on their lengths. */
export function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
