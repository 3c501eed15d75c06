import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { servicePauses } from '@/lib/db/schema/portal';
import type { PauseStore } from '@/lib/service/token-store';

/** Keeps until when a class of calls rests, where every process of the desk sees it. */
export function pauseStore(db: Db): PauseStore {
  return {
    read: async (callClass) => {
      const [row] = await db
        .select({ until: servicePauses.until })
        .from(servicePauses)
        .where(eq(servicePauses.class, callClass));
      return row?.until;
    },
    write: async (callClass, until) => {
      await db
        .insert(servicePauses)
        .values({ class: callClass, until })
        .onConflictDoUpdate({
          target: servicePauses.class,
          set: { until: sql`greatest(${servicePauses.until}, excluded.until)` },
        });
    },
  };
}
