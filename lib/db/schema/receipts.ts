import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { submissions } from './submissions';

/** Ed25519 keys that sign receipts. A retired one stays, so that its receipts can still be verified. */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    /** The thumbprint of the public key (RFC 7638). */
    kid: text().primaryKey(),
    /** The public key: `x` of its JWK. */
    publicKey: text().notNull(),
    /** The private key, sealed; null once it is retired. */
    sealed: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    retiredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    /** At most one key signs. */
    uniqueIndex('receipt_keys_current').on(sql`(retired_at is null)`).where(sql`retired_at is null`),
    check('receipt_keys_sealed', sql`(${table.sealed} is null) = (${table.retiredAt} is not null)`),
  ],
);

/** The receipt of an accepted submission, as it was issued. A trigger refuses to change it. */
export const receipts = pgTable(
  'receipts',
  {
    submissionId: text()
      .primaryKey()
      .references(() => submissions.id),
    kid: text()
      .notNull()
      .references(() => receiptKeys.kid),
    /** The compact JWS. */
    code: text().notNull(),
    /** Of the digest of the answers; null once the answers are erased, so that nobody can guess them. */
    salt: text(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('receipts_kid').on(table.kid)],
);
