import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { enqueue } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome, PRIORITY } from '@/lib/jobs/job';
import { auditImport, countAll, type ImportLine, importNext, NO_COUNTS, readFile, retried } from './import';
import { CELL_FAULTS } from './import-rows';
import { COLUMNS } from './people-file';

/** The topic of the job that imports one people file; its key is the import's id, its payload the file. */
export const PEOPLE_IMPORT = 'people.import';

/** A process that shuts down waits no longer than that; other imports get their turn. */
const RUN_MS = 5_000;
/** The lines of the result that are stored, with each transaction: refused ones first. */
const MAX_LISTED = 100;

const payloadSchema = z.object({
  csv: z.string(),
  by: z.object({ personId: z.string(), email: z.string() }),
});

const problemSchema = z.object({
  column: z.enum(COLUMNS).optional(),
  fault: z.enum(CELL_FAULTS),
  line: z.number().optional(),
});
const lineSchema = z
  .object({ line: z.number(), email: z.string() })
  .and(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.enum(['added', 'changed', 'same']) }),
      z.object({ outcome: z.literal('wrong'), problems: z.array(problemSchema) }),
    ]),
  );

const importSchema = z.object({
  id: z.string(),
  total: z.number(),
  counts: z.object({ added: z.number(), changed: z.number(), same: z.number(), wrong: z.number() }),
  lines: z.array(lineSchema),
});

/** The import of a people file that is under way, or was the last one. */
export type LastImport = z.output<typeof importSchema>;

const LAST_IMPORT = { name: 'people-import', schema: importSchema } as const;

/** The import under way or the last one, and when it got so far; undefined if there was none. */
export async function findLastImport(db: Db): Promise<(LastImport & { at: Date }) | undefined> {
  const stored = await readSetting(db, LAST_IMPORT);
  return stored && { ...stored.value, at: stored.changedAt };
}

/** True if lines of it are not imported yet. */
export const isUnderWay = ({ counts, total }: LastImport) => countAll(counts) < total;

/**
 * Requests the import of a file that was checked. Returns its id; undefined if another one is under way.
 *
 * @param task.checked what the check of the file returned
 */
export async function startImport(
  db: Db,
  { csv, checked, by, now }: { csv: string; checked: readonly ImportLine[]; by: Actor; now: Date },
): Promise<string | undefined> {
  return await db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.peopleImport);
    const last = await findLastImport(tx);
    // One that was given up still has its file.
    await tx.delete(jobs).where(and(eq(jobs.topic, PEOPLE_IMPORT), isNotNull(jobs.deadAt)));
    const isItsJob = and(eq(jobs.topic, PEOPLE_IMPORT), eq(jobs.key, last?.id ?? ''));
    if (last && isUnderWay(last) && (await tx.$count(jobs, isItsJob)) > 0) return undefined;
    const id = newId('import');
    const value = { id, total: checked.length, counts: NO_COUNTS, lines: [] };
    await writeSetting(tx, LAST_IMPORT, { value, now });
    await auditImport(tx, { checked, by, now });
    const payload = { csv, by: { personId: by.personId, email: by.email } };
    await enqueue(tx, { topic: PEOPLE_IMPORT, key: id, payload, priority: PRIORITY.bulk, runAt: now });
    return id;
  });
}

/**
 * The job that imports a file. Each transaction also keeps how far it is: a process that ends midway is continued by
 * another one, and every line is imported once.
 */
export async function runImport(
  db: Db,
  { job, clock }: { job: ClaimedJob; clock: () => Date },
): Promise<JobOutcome> {
  const { csv, by } = payloadSchema.parse(job.payload);
  const file = await readFile(csv);
  const startedAt = clock().getTime();
  for (;;) {
    const isDone = await retried(() =>
      db.transaction(async (tx) => {
        await lockUntilCommit(tx, ADVISORY_LOCKS.peopleImport);
        const last = await findLastImport(tx);
        if (last?.id !== job.key || !isUnderWay(last)) return true;
        const now = clock();
        const { id, total } = last;
        const { counts, lines } = await importNext(tx, { file, counts: last.counts, audit: { by, now } });
        const value = { id, total, counts, lines: refusedFirst([...last.lines, ...lines]) };
        await writeSetting(tx, LAST_IMPORT, { value, now });
        return countAll(counts) === total;
      }),
    );
    if (isDone) return DONE;
    if (clock().getTime() - startedAt > RUN_MS) return { kind: 'repeat', at: clock() };
  }
}

function refusedFirst(lines: readonly ImportLine[]): ImportLine[] {
  const isRefused = ({ outcome }: ImportLine) => outcome === 'wrong';
  return [...lines.filter(isRefused), ...lines.filter((line) => !isRefused(line))].slice(0, MAX_LISTED);
}
