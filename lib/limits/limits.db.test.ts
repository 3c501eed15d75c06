import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { rateLimits } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { consumeLimit } from './limits';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const limit = { name: 'tries', burst: 5, everyMs: 60_000 };

describe('a rate limit shared by all processes', () => {
  it('allows exactly its burst under concurrency', async () => {
    const turns = await Promise.all(
      Array.from({ length: 40 }, () => consumeLimit(open.db, { limit, subject: 'crowd' })),
    );
    expect(turns.filter((turn) => turn.allowed)).toHaveLength(5);
  });

  it('returns the wait, and allows one more after it', async () => {
    for (let count = 0; count < 5; count += 1) await consumeLimit(open.db, { limit, subject: 'patient' });
    const refused = await consumeLimit(open.db, { limit, subject: 'patient' });
    expect(refused).toMatchObject({ allowed: false });
    const wait = 'retryAfterMs' in refused ? refused.retryAfterMs : 0;
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    await open.db
      .update(rateLimits)
      .set({ nextAt: sql`${rateLimits.nextAt} - ${wait + 1} * interval '1 millisecond'` });
    expect(await consumeLimit(open.db, { limit, subject: 'patient' })).toEqual({ allowed: true });
    expect(await consumeLimit(open.db, { limit, subject: 'patient' })).toMatchObject({ allowed: false });
  });

  it('recovers immediately from a clock that was three hours ahead, and continues to count', async () => {
    for (let count = 0; count < 6; count += 1) await consumeLimit(open.db, { limit, subject: 'ahead' });
    await open.db.update(rateLimits).set({ nextAt: sql`${rateLimits.nextAt} + interval '3 hours'` });
    for (let count = 0; count < 5; count += 1)
      expect(await consumeLimit(open.db, { limit, subject: 'ahead' })).toEqual({ allowed: true });
    expect(await consumeLimit(open.db, { limit, subject: 'ahead' })).toMatchObject({ allowed: false });
  });

  it('of one person does not affect another, and stores no address', async () => {
    for (let count = 0; count < 6; count += 1)
      await consumeLimit(open.db, { limit, subject: 'maya@partner.example' });
    expect(await consumeLimit(open.db, { limit, subject: 'tom@partner.example' })).toEqual({ allowed: true });
    const kept = await open.db.select().from(rateLimits);
    expect(JSON.stringify(kept)).not.toContain('partner.example');
  });
});
