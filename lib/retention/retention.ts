import 'server-only';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import {
  isShorter,
  RETENTION_CHOICES,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  USUAL_RETENTION,
} from '@/lib/core/retention';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';

/** What only another version of the desk can choose counts as not chosen. */
const SETTING = {
  name: 'retention',
  schema: z.object({
    drafts: z.literal(RETENTION_CHOICES.drafts).optional().catch(undefined),
    imports: z.literal(RETENTION_CHOICES.imports).optional().catch(undefined),
    notices: z.literal(RETENTION_CHOICES.notices).optional().catch(undefined),
    history: z.literal(RETENTION_CHOICES.history).optional().catch(undefined),
    audit: z.literal(RETENTION_CHOICES.audit).optional().catch(undefined),
  }),
} as const;

/** How long each kind of row is retained. */
export async function readRetention(db: Db): Promise<Retention> {
  const { drafts, imports, notices, history, audit } = (await readSetting(db, SETTING))?.value ?? {};
  return {
    drafts: drafts ?? USUAL_RETENTION.drafts,
    imports: imports ?? USUAL_RETENTION.imports,
    notices: notices ?? USUAL_RETENTION.notices,
    history: history ?? USUAL_RETENTION.history,
    audit: audit ?? USUAL_RETENTION.audit,
  };
}

type Change = {
  by: Actor;
  next: Retention;
  /** The kinds whose rows are to be deleted sooner, as the person confirmed it. */
  confirmed: readonly RetentionKind[];
  now: Date;
};

/**
 * Stores how long each kind is retained, with an audit entry for each that changes. `unconfirmed`: nothing is stored,
 * because rows of these kinds would be deleted sooner, and nobody confirmed that.
 */
export function changeRetention(
  db: Db,
  { by, next, confirmed, now }: Change,
): Promise<{ changed: RetentionKind[] } | { unconfirmed: RetentionKind[] }> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.retention);
    const before = await readRetention(tx);
    const sooner = RETENTION_KINDS.filter((kind) => isShorter(next[kind], before[kind]));
    if (sooner.some((kind) => !confirmed.includes(kind))) return { unconfirmed: sooner };
    const changed = RETENTION_KINDS.filter((kind) => next[kind] !== before[kind]);
    if (changed.length > 0) await writeSetting(tx, SETTING, { value: next, now });
    for (const kind of changed) {
      await writeAudit(tx, {
        by,
        event: 'retention.changed',
        subject: kind,
        at: now,
        detail: { retainedFor: next[kind], retainedForWas: before[kind] },
      });
    }
    return { changed };
  });
}
