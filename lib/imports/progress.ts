import 'server-only';
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { type Page, pageOf, toPage } from '@/lib/db/paging';
import { importRows } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';
import { noAnswers } from '@/lib/forms/answers';
import { summarize } from '@/lib/forms/form-summary';
import { namedMessage } from '@/lib/forms/named-message';
import { toInputValues } from '@/lib/forms/prefill';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';
import { refusedState, reviewState } from '@/lib/submissions/pending';
import { rowChecker } from './check-rows';
import { type ImportForm, type RowInterpretation, toValues } from './import-form';
import { duplicateOfLine } from './list-rows';

/** What became of a row. */
export const ROW_OUTCOMES = [
  'accepted',
  'refused',
  'under-way',
  'unclear',
  'waiting',
  'not-sent',
  'left-out',
  'sent-before',
] as const;

export type RowOutcome = (typeof ROW_OUTCOMES)[number];

const outcomeOf = sql<RowOutcome>`case
  when ${importRows.state} = 'stored' then case
    when ${submissions.state} = 'accepted' then 'accepted'
    when ${submissions.state} = 'refused' then 'refused'
    when ${submissions.state} in ('confirming', 'review') then 'unclear'
    else 'under-way' end
  when ${importRows.state} = 'waiting' then 'waiting'
  when ${importRows.isLeftOut} then 'left-out'
  when ${importRows.knownBy} = 'sent' then 'sent-before'
  else 'not-sent' end`;

const isRow = (importId: string) => and(eq(importRows.importId, importId), ne(importRows.state, 'heading'));

export type Progress = Record<RowOutcome, number> & { total: number };

/** How many rows of an import have each outcome. */
export async function countOutcomes(db: Db, importId: string): Promise<Progress> {
  const rows = await db
    .select({ outcome: outcomeOf, count: sql<number>`count(*)::int` })
    .from(importRows)
    .leftJoin(submissions, eq(submissions.id, importRows.submissionId))
    .where(isRow(importId))
    .groupBy(sql`1`);
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, count]));
  const entries = ROW_OUTCOMES.map((outcome) => [outcome, counts.get(outcome) ?? 0] as const);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { ...progressSchema.parse(Object.fromEntries(entries)), total };
}

const progressSchema = z.record(z.enum(ROW_OUTCOMES), z.number());

/** A row with what became of it. */
export type RowResult = {
  position: number;
  line: number;
  outcome: RowOutcome;
  company: string;
  person: string;
  submissionId?: string;
  leadId?: string;
  /** The portal's words, an admin's of this desk, or what is wrong with a row that was not sent. */
  reason?: string;
  /** It is a colleague's now: they alone may open it. */
  isTransferred?: true;
  /** The line of the row whose answers are the same: this one is not sent. */
  sameAsLine?: number;
  state?: ReturnType<typeof refusedState> | ReturnType<typeof reviewState>;
};

type ResultInput = { viewer: Actor; importId: string; form: ImportForm; interpretation: RowInterpretation };

/** One page of the rows with this outcome, or of all. */
export async function listResults(
  db: Db,
  task: ResultInput & { outcome?: RowOutcome; page: number; total: number },
): Promise<Page<RowResult>> {
  const where = task.outcome && sql`${outcomeOf} = ${task.outcome}`;
  const rows = await readResults(db, { ...task, where, ...pageOf(task.page) });
  return toPage(rows, task);
}

/** Some rows of an import with their results, in the order of the file. */
export async function readResults(
  db: Db,
  {
    viewer,
    importId,
    form,
    interpretation,
    where,
    limit,
    offset,
  }: ResultInput & { where?: SQL; limit: number; offset: number },
): Promise<RowResult[]> {
  const { position, line, cells, fixes } = importRows;
  const { id, leadId, refusal, evidence, state, answers } = submissions;
  const { state: rowState, isRepeat } = importRows;
  const rows = await db
    .select({
      position,
      line,
      cells,
      fixes,
      outcome: outcomeOf,
      rowState,
      isRepeat,
      duplicateOfLine,
      id,
      leadId,
      refusal,
      evidence,
      state,
      answers,
      isTheirs: sql<boolean | null>`${submissionsVisibleTo(viewer)}`,
    })
    .from(importRows)
    .leftJoin(submissions, eq(id, importRows.submissionId))
    .where(and(isRow(importId), where))
    .orderBy(asc(position))
    .limit(limit)
    .offset(offset);
  const start = toInputValues(form.model, noAnswers(), interpretation);
  const isWrong = (row: (typeof rows)[number]) => row.outcome === 'not-sent' && row.rowState === 'wrong';
  // Compiling the rules costs more than reading a batch: most batches have no wrong row.
  const check = rows.some(isWrong) ? rowChecker({ form, interpretation }) : undefined;
  return rows.map((row) => {
    // What was sent stays as it was sent, whatever its column is chosen for later.
    const values = row.answers
      ? toInputValues(form.model, row.answers, interpretation)
      : toValues(form.model, row, interpretation);
    const outcome = isWrong(row) ? check?.(row) : undefined;
    const [error] = outcome?.ok === false ? outcome.errors : [];
    const wrong = error && namedMessage(form.model, error);
    const { company, person } = summarize(form.model, { values, start });
    return {
      position: row.position,
      line: row.line,
      outcome: row.outcome,
      company,
      person,
      ...(wrong !== undefined && { reason: wrong }),
      ...(row.outcome === 'not-sent' && row.isRepeat && { sameAsLine: row.duplicateOfLine ?? undefined }),
      ...(row.id && { submissionId: row.id }),
      ...(row.leadId && { leadId: row.leadId }),
      ...(row.id && !row.isTheirs && { isTransferred: true as const }),
      ...(row.refusal && {
        state: refusedState(row.refusal),
        reason: row.refusal.message ?? Object.values(row.refusal.fieldErrors)[0],
      }),
      ...(row.state === 'review' && { state: reviewState(row.evidence) }),
    };
  });
}
