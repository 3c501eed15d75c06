import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { receiptKeys, receipts } from '@/lib/db/schema/receipts';
import { freshDatabase } from '@/tests/support/database';
import { getSigningKey, listKeys, listPublicKeys, replaceKey } from './keys';

const vault = createVault('an application secret of 32 characters', 'receipt-key');
const other = createVault('another application secret, 32 chars', 'receipt-key');
const by = { personId: 'per_x', email: 'robin@vendor.example' };
const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(receipts);
  await database.db.delete(receiptKeys);
});

const entries = async () =>
  (await database.db.select().from(auditLog)).filter(({ event }) => event === 'receipt-key.replaced');

describe('the key that signs receipts', () => {
  it('is created once, however many need the first one together', async () => {
    const { db } = database;
    const keys = await Promise.all(
      Array.from({ length: 12 }, () => getSigningKey(db, { vault, now: at(9) })),
    );
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    expect(await listKeys(db)).toMatchObject([{ kid: keys[0]?.kid, retiredAt: null, receipts: 0 }]);
  });

  it('is sealed in the database, and published without its private part', async () => {
    const { db } = database;
    const { kid, jwk } = await getSigningKey(db, { vault, now: at(9) });
    const stored = JSON.stringify(await db.select().from(receiptKeys));
    const published = await listPublicKeys(db);
    expect(stored).not.toContain(jwk.d);
    expect(published).toEqual([{ kty: 'OKP', crv: 'Ed25519', x: jwk.x, kid, alg: 'EdDSA', use: 'sig' }]);
  });

  it('is replaced by an admin: audited once, the former one published and its private part gone', async () => {
    const { db } = database;
    const { kid } = await getSigningKey(db, { vault, now: at(9) });
    const before = (await entries()).length;
    const task = { vault, now: at(10), by, seen: kid };
    expect((await Promise.all([replaceKey(db, task), replaceKey(db, task)])).sort()).toEqual([false, true]);
    const next = await getSigningKey(db, { vault, now: at(11) });
    expect(next.kid).not.toBe(kid);
    expect((await listPublicKeys(db)).map((key) => key.kid)).toEqual([next.kid, kid]);
    expect(await db.select().from(receiptKeys)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kid, sealed: null, retiredAt: at(10) })]),
    );
    const audited = (await entries()).slice(before);
    expect(audited).toMatchObject([{ personId: 'per_x', subject: next.kid }]);
  });

  it('that another APP_SECRET sealed is retired and replaced, by the desk itself', async () => {
    const { db } = database;
    const former = await getSigningKey(db, { vault, now: at(9) });
    const next = await getSigningKey(db, { vault: other, now: at(12) });
    expect((await listPublicKeys(db)).map(({ kid }) => kid)).toEqual([next.kid, former.kid]);
    expect((await entries()).at(-1)).toMatchObject({ personId: null, subject: next.kid });
  });

  it('is not replaced in turns by two processes with different secrets', async () => {
    const { db } = database;
    await getSigningKey(db, { vault, now: at(9) });
    await expect(getSigningKey(db, { vault: other, now: at(9) })).rejects.toThrow('APP_SECRET');
    expect(await listKeys(db)).toHaveLength(1);
  });

  it('is one: the database refuses a second', async () => {
    const { db } = database;
    const row = { publicKey: 'x', sealed: 'y', createdAt: at(9) };
    await db.insert(receiptKeys).values({ kid: 'one', ...row });
    await expect(db.insert(receiptKeys).values({ kid: 'two', ...row })).rejects.toThrow();
    await expect(db.insert(receiptKeys).values({ kid: 'three', ...row, retiredAt: at(9) })).rejects.toThrow();
  });
});
