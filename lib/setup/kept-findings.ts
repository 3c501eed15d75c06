import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { CHECKS, type CheckId } from './checks';
import { type Finding, findingSchema } from './finding';
import type { Findings } from './run-checks';

const NAME = 'setup.findings';

const keptSchema = z.record(z.string(), findingSchema);

/** The findings of the last checks of other systems. */
export type Kept = { at: Date; findings: Findings };

/** Stores the findings until the next time. */
export async function keepFindings(tx: Db, { at, findings }: Kept): Promise<void> {
  const row = { value: findings, changedAt: at };
  await tx
    .insert(deskSettings)
    .values({ name: NAME, ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}

/** The stored findings; undefined if there are none, or only in another version's format. */
export async function findKept(db: Db): Promise<Kept | undefined> {
  const [row] = await db.select().from(deskSettings).where(eq(deskSettings.name, NAME));
  const read = keptSchema.safeParse(row?.value);
  if (!row || !read.success) return undefined;
  const known = new Map<string, CheckId>(CHECKS.map(({ id }) => [id, id]));
  const findings: Partial<Record<CheckId, Finding>> = {};
  for (const [name, finding] of Object.entries(read.data)) {
    const id = known.get(name);
    if (id) findings[id] = finding;
  }
  return { at: row.changedAt, findings };
}
