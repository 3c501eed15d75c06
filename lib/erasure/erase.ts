import 'server-only';
import { sql } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Vault } from '@/lib/core/crypto';
import { ERASED_KINDS, type ErasedKind } from '@/lib/core/erasure';
import { newId } from '@/lib/core/ids';
import type { Log } from '@/lib/core/log';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { codeOf } from '@/lib/db/row-error';
import { enqueue } from '@/lib/jobs/enqueue';
import { keepCompanyField } from '@/lib/lead-schema/company-field';
import { lockLead } from '@/lib/leads/lock-lead';
import { sealReceipt } from '@/lib/receipts/issue';
import { PURGE, PURGE_KEY } from '@/lib/retention/purge-topic';
import { digestText, writeCertificate } from './certificate';
import { lockDrafts } from './find-drafts';
import { lockSubmissions } from './find-leads';
import { lockRows } from './find-rows';
import { removeTraces } from './remove';
import { findTraces, type Traces } from './traces';

export type EraseInput = {
  /** As `toSearchText` makes it. */
  text: string;
  /** Keys of the places that an admin ticked. */
  ticked: readonly string[];
  by: Actor;
  now: Date;
  /** The desk's address, for the signatures. */
  issuer: string;
  receiptVault: Vault;
  log: Log;
};

/** How long an erasure waits for another one, or for a write about the person. Statements time out after five seconds. */
const LOCK_WAIT = '3s';
/** Not granted in time, or two wait for each other. */
const BUSY_CODES: readonly unknown[] = ['55P03', '40P01'];

/**
 * `erased`: with the certificate's id. `under-way`: how many leads are being sent; nothing was erased. `busy`: another
 * erasure or a write took too long, nothing was erased. `nothing`: nothing was found or ticked.
 */
export type Erased =
  | { kind: 'erased'; id: string }
  | { kind: 'under-way'; count: number }
  | { kind: 'busy' }
  | { kind: 'nothing' };

/**
 * Erases what this desk keeps about a person in one transaction: all of it, with its certificate and its audit entry,
 * or nothing. Receipts are issued first, because they are made from the answers; they stay, and verify.
 */
export async function erase(db: Db, task: EraseInput): Promise<Erased> {
  try {
    return await db.transaction((tx) => eraseIn(tx, task));
  } catch (error) {
    if (BUSY_CODES.includes(codeOf(error))) return { kind: 'busy' };
    throw error;
  }
}

async function eraseIn(tx: Db, task: EraseInput): Promise<Erased> {
  const { text, ticked, now } = task;
  await tx.execute(sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`);
  await lockUntilCommit(tx, ADVISORY_LOCKS.erasure);
  await lock(tx, await findTraces(tx, { text, ticked }));
  // Again: some of it may have changed until it was locked.
  const traces = await findTraces(tx, { text, ticked });
  if (traces.underWay > 0) return { kind: 'under-way', count: traces.underWay };
  const counts = countTraces(traces);
  if (Object.keys(counts).length === 0) return { kind: 'nothing' };
  const { issuer, receiptVault: vault, log } = task;
  for (const { id, state } of traces.submissions) {
    if (state === 'accepted') await sealReceipt(tx, { submissionId: id, issuer, vault, log, now });
  }
  await removeTraces(tx, traces, now);
  return { kind: 'erased', id: await certify(tx, { traces, counts, task }) };
}

/** In the order in which everything else takes these locks. */
async function lock(tx: Db, traces: Traces): Promise<void> {
  const { leads, submissions, rows, drafts } = traces;
  await tx.execute(sql`select ${keepCompanyField}`);
  await lockSubmissions(
    tx,
    submissions.map(({ id }) => id),
  );
  for (const { id } of leads) await lockLead(tx, id);
  await lockRows(tx, rows);
  await lockDrafts(tx, drafts);
}

/** How much goes of each kind; kinds of which there is nothing are absent. Unreadable deliveries only go with something else. */
export function countTraces(traces: Traces): Partial<Record<ErasedKind, number>> {
  const countOf = (wanted: 'accepted' | 'refused') =>
    traces.submissions.filter(({ state }) => state === wanted).length;
  const lengths: Record<ErasedKind, number> = {
    leads: traces.leads.length,
    // Those without an outcome are under way.
    submissions: countOf('accepted'),
    refused: countOf('refused'),
    drafts: traces.drafts.length,
    rows: traces.rows.length,
    history: traces.history.length,
    edits: traces.edits.length,
    mails: traces.mails.length,
    links: traces.links.length,
    imports: traces.imports.length,
    views: traces.views.length,
    reasons: traces.reasons.length,
    deliveries: traces.deliveries,
  };
  const some = ERASED_KINDS.filter((kind) => lengths[kind] > 0);
  if (some.every((kind) => kind === 'deliveries')) return {};
  return Object.fromEntries(some.map((kind) => [kind, lengths[kind]]));
}

type Done = { traces: Traces; counts: Partial<Record<ErasedKind, number>>; task: EraseInput };

async function certify(tx: Db, { traces, counts, task }: Done): Promise<string> {
  const { text, by, now } = task;
  const id = newId('erasure');
  const leads = traces.leads.map((lead) => ({ id: lead.id, isDeleted: lead.deletedAt !== null }));
  const actor = { personId: by.personId, email: by.email };
  await writeCertificate(tx, { id, at: now, ...actor, digest: digestText(id, text), counts, leads }, task);
  const detail = { leads: leads.length };
  // The embedded database has no autovacuum: the old versions of the rows go now, and not only tomorrow.
  await enqueue(tx, { topic: PURGE, key: PURGE_KEY, runAt: now });
  await writeAudit(tx, { by: actor, event: 'erasure.done', subject: `erasure ${id}`, detail, at: now });
  return id;
}
