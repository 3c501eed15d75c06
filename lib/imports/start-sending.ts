import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { hasSameAccess } from '@/lib/auth/same-access';
import type { Actor } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import type { Answers } from '@/lib/forms/field';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { findImport, isChangeable, type StoredImport } from './imports';
import { isSendable } from './list-rows';
import { isSentKey, sentKeyOf } from './sent-keys';

/** The topic of the job that turns the rows of one import into submissions; its key is the import's id. */
export const IMPORT_SEND = 'import.send';

/**
 * `started`: how many rows will be sent. `nothing`: none is ready, or all were sent before. `changed`: it is being sent
 * already, or its rows were not checked by the form in force. `access-changed`: the person acts for someone else now.
 */
export type Started = { kind: 'started'; rows: number } | { kind: 'nothing' | 'changed' | 'access-changed' };

type StartInput = {
  id: string;
  /** The version of the form that the person was shown. */
  version: string;
  consents: Answers;
  now: Date;
};

/** Written by one statement. */
const CHUNK = 1_000;

/**
 * Begins to send the rows that are ready. Each gets the id of its submission now, before anything is stored of it, so
 * that a repeated attempt is the same submission. What this person has sent from another import is not sent again, even
 * by two tabs at once.
 */
export async function startSending(db: Db, viewer: Actor, task: StartInput): Promise<Started> {
  return await db.transaction(async (tx) => {
    await lockPerson(tx, viewer.personId);
    if (!(await hasSameAccess(tx, viewer))) return { kind: 'access-changed' };
    const stored = await findImport(tx, viewer, task.id);
    if (!stored || !isChangeable(stored) || stored.checkedBy !== task.version) return { kind: 'changed' };
    await recordSent(tx, viewer, task.id);
    const rows = await nameSubmissions(tx, viewer, task.id);
    if (rows === 0) return { kind: 'nothing' };
    const { agentId } = viewer.membership;
    const { consents, now } = task;
    await tx
      .update(imports)
      // Without a prototype Drizzle fails.
      .set({
        state: 'sending',
        pausedBy: null,
        consents: { ...consents },
        agentId,
        startedAt: now,
        updatedAt: now,
      })
      .where(eq(imports.id, task.id));
    await enqueueImport(tx, task);
    return { kind: 'started', rows };
  });
}

/** Notes rows that another import of this person has sent since they were checked. */
async function recordSent(tx: Db, viewer: Actor, importId: string): Promise<void> {
  await tx.execute(sql`
    update import_rows set known_by = 'sent'
    where import_id = ${importId} and state = 'ready' and known_by is distinct from 'sent'
      and ${isSentKey(sql`${sentKeyOf(viewer, '')} || import_rows.digest`, { exceptOf: importId })}`);
}

async function nameSubmissions(tx: Db, viewer: Actor, importId: string): Promise<number> {
  const ready = await tx
    .select({ position: importRows.position, digest: importRows.digest })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), isSendable))
    .orderBy(asc(importRows.position));
  const keys = ready.flatMap(({ position, digest }) =>
    digest === null
      ? []
      : [{ position, submissionId: newId('submission'), sentKey: sentKeyOf(viewer, digest) }],
  );
  let named = 0;
  for (let start = 0; start < keys.length; start += CHUNK) {
    const some = JSON.stringify(keys.slice(start, start + CHUNK));
    const rows = await tx
      .update(importRows)
      .set({ state: 'waiting', submissionId: sql`named."submissionId"`, sentKey: sql`named."sentKey"` })
      .from(
        sql`jsonb_to_recordset(${some}::jsonb) as named (position integer, "submissionId" text, "sentKey" text)`,
      )
      .where(
        and(
          eq(importRows.importId, importId),
          eq(importRows.position, sql`named.position`),
          // Sent from this import before, as another row that was changed since.
          sql`not ${isSentKey(sql`named."sentKey"`)}`,
        ),
      )
      .returning({ position: importRows.position });
    named += rows.length;
  }
  return named;
}

/** Requests the job that stores the waiting rows. */
function enqueueImport(tx: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  return enqueue(tx, { topic: IMPORT_SEND, key: id, priority: PRIORITY.bulk, runAt: now });
}

/** What a person may do to an import that is being sent. */
export const SEND_COMMANDS = ['pause', 'continue', 'stop'] as const;
export type SendCommand = (typeof SEND_COMMANDS)[number];

/**
 * Pauses, continues or stops. After a stop the rest can be changed and sent again. What is a submission already is sent
 * in any case. False if it is not being sent (any more).
 */
export async function changeSending(
  db: Db,
  viewer: Actor,
  { id, command, now }: { id: string; command: SendCommand; now: Date },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockPerson(tx, viewer.personId);
    const stored = await findImport(tx, viewer, id);
    const from =
      command === 'pause' ? ['sending'] : command === 'continue' ? ['paused'] : ['sending', 'paused'];
    if (!stored || !from.includes(stored.state)) return false;
    if (command === 'stop') await release(tx, { id, to: 'ready', now });
    else await setState(tx, { id, state: command === 'pause' ? 'paused' : 'sending', now });
    if (command === 'continue') await enqueueImport(tx, { id, now });
    return true;
  });
}

function setState(
  tx: Db,
  { id, now, ...changes }: { id: string; now: Date } & Partial<Pick<StoredImport, 'state' | 'pausedBy'>>,
) {
  return tx
    .update(imports)
    .set({ ...changes, updatedAt: now })
    .where(eq(imports.id, id));
}

/** Ends the sending of rows that are no submissions yet: they are as before. `new`: they have to be checked again. */
export async function release(
  tx: Db,
  {
    id,
    to,
    now,
    pausedBy = null,
  }: { id: string; to: 'ready' | 'new'; now: Date; pausedBy?: StoredImport['pausedBy'] },
): Promise<void> {
  await tx
    .update(importRows)
    .set({ state: to, submissionId: null, sentKey: null })
    .where(and(eq(importRows.importId, id), inArray(importRows.state, ['waiting'])));
  const checked = to === 'new' ? { checkedBy: null } : {};
  await tx
    .update(imports)
    .set({ state: 'done', pausedBy, finishedAt: now, updatedAt: now, ...checked })
    .where(eq(imports.id, id));
}
