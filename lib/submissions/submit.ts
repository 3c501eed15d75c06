import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { timeline } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { carryValues } from '@/lib/forms/carry';
import { compareDrawings, sayChanges } from '@/lib/forms/compare';
import { drawForm, type FormDrawing, sameKeys } from '@/lib/forms/drawing';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import { readRawValues } from '@/lib/forms/form-data';
import type { OwnFields } from '@/lib/forms/own-fields';
import type { RawValues } from '@/lib/forms/raw';
import { judge } from '@/lib/forms/rules';
import type { LeadFormState } from '@/lib/forms/state';
import type { Say } from '@/lib/forms/texts';
import { isId } from '@/lib/ids';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';
import { tell } from '@/lib/live/message';
import { getOwnFields } from '@/lib/portal/field-settings';
import { findSchemaVersion, getFreshSchema } from '@/lib/portal/schema';
import type { ServiceClient } from '@/lib/service/client';
import { readState } from './queries';
import { SUBMISSION_SEND } from './topics';

/** Everything a submit is judged by besides the form itself. */
export type SubmitTask = {
  data: FormData;
  service: ServiceClient;
  say: Say;
  locale: string;
  timeZone: string;
  now: Date;
  /** Said in place of taking it in, where this person submits too often. What was typed stays. */
  tooOften?: string;
};

/** Stored under this id, for good; or what the form must show. */
export type SubmitResult = { ok: true; submissionId: string } | { ok: false; state: LeadFormState };

/**
 * Takes a submitted form in: judges it by the schema in force and writes submission and job in one
 * transaction. The same `submissionId` again, from a second click or a second tab, is the same row.
 *
 * @throws {ServiceError} if this desk has never read a schema and cannot read one now
 */
export async function submitLead(db: Db, viewer: Viewer, task: SubmitTask): Promise<SubmitResult> {
  const submissionId = task.data.get('submissionId');
  if (!isId('submission', submissionId)) throw new Error('a form was posted without a submission id');
  // Whoever it belongs to: its page shows it to its owner only.
  if (await readState(db, submissionId)) return { ok: true, submissionId };

  const { schema } = await getFreshSchema(db, task);
  const posted = await readPosted(db, { ...task, schema, own: await getOwnFields(db) });
  if ('state' in posted) return { ok: false, state: posted.state };
  if (task.tooOften) {
    const { values } = posted;
    return {
      ok: false,
      state: { status: 'failed', values, message: task.tooOften, hidden: { submissionId } },
    };
  }

  const judged = judge(posted.drawing, posted.values, task);
  if (posted.unknown.length > 0 || !judged.ok) {
    const errors = judged.ok ? [] : judged.errors;
    return { ok: false, state: toInvalid({ ...posted, errors, submissionId }) };
  }
  const replaces = task.data.get('replaces');
  await store(db, viewer, {
    submissionId,
    schemaVersion: schema.version,
    // Drizzle asks every value for its prototype, and answers have none on purpose.
    answers: { ...judged.answers },
    replaces: isId('submission', replaces) ? replaces : undefined,
    now: task.now,
  });
  return { ok: true, submissionId };
}

type Posted = { drawing: FormDrawing; values: RawValues; unknown: string[] };

/**
 * Reads the post by the version it was drawn from, and carries it over to the one in force; or the state that
 * shows the person what became different, before anything is sent.
 */
async function readPosted(
  db: Db,
  task: SubmitTask & { schema: LeadSchema; own: OwnFields },
): Promise<Posted | { state: LeadFormState }> {
  const version = String(task.data.get('version') ?? '');
  const isPosted = ({ key }: { key: string }) => task.data.has(key);
  if (version === task.schema.version) {
    const drawing = draw(task, isPosted);
    const { values, unknown } = readRawValues(drawing, task.data);
    return { drawing, values, unknown };
  }
  const former = await findSchemaVersion(db, version);
  // Keys of a version nobody knows say nothing about fields. What is on the screen stays there.
  if (!former) return { state: { status: 'failed', values: {}, message: task.say('unrecognised') } };
  const before = draw({ ...task, schema: former }, isPosted);
  const seen = new Set(before.fields.map(({ id }) => id));
  const drawing = draw(task, ({ id }) => seen.has(id));
  const read = readRawValues(before, task.data);
  const carried = carryValues(before, read.values, drawing, { timeZone: task.timeZone, texts: task.say });
  const changes = sayChanges(compareDrawings(before, drawing), task.say);
  if (changes.length === 0 && sameKeys(before, drawing)) {
    return { drawing: carried.drawing, values: carried.raw, unknown: read.unknown };
  }
  const hidden = { version: task.schema.version };
  const { lost, raw: values } = carried;
  return { state: { status: 'changed', drawing: carried.drawing, values, changes, lost, hidden } };
}

function draw(
  { schema, own, say, locale }: SubmitTask & { schema: LeadSchema; own: OwnFields },
  isOnScreen: (field: { key: string; id: string }) => boolean,
): FormDrawing {
  return drawForm({ schema, own, isOnScreen, purpose: 'create', texts: say, locale });
}

function toInvalid({
  drawing,
  values,
  unknown,
  errors,
  submissionId,
}: Posted & { errors: { key: string; message: string }[]; submissionId: string }): LeadFormState {
  const ofForm = errors.filter((error) => error.key === '').map((error) => error.message);
  return {
    status: 'invalid',
    values,
    errors: errors.filter((error) => error.key !== '').map(({ key, message }) => ({ key, message })),
    formErrors: unknown.length > 0 ? [drawing.unrecognised] : ofForm,
    // A corrected form is still the same submission.
    hidden: { submissionId },
  };
}

/** The promise is written with the fact: row, job, timeline and hint in one transaction. */
async function store(
  db: Db,
  viewer: Viewer,
  {
    submissionId,
    schemaVersion,
    answers,
    replaces,
    now,
  }: { submissionId: string; schemaVersion: string; answers: Answers; replaces?: string; now: Date },
): Promise<void> {
  const { personId, membership } = viewer;
  const { organizationId, agentId } = membership;
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(submissions)
      .values({
        ...{ id: submissionId, personId, organizationId, agentId, schemaVersion, createdAt: now },
        // With a prototype: Drizzle fails on a value without one.
        answers: { ...answers },
      })
      .onConflictDoNothing()
      .returning({ id: submissions.id });
    if (!stored) return;
    const work = { topic: SUBMISSION_SEND, key: submissionId, priority: PRIORITY.create, runAt: now };
    await enqueue(tx, work);
    await tx.insert(timeline).values({ submissionId, at: now, kind: 'submitted', personId });
    await tell(tx, { kind: 'submission', id: submissionId, organizationId, agentId });
    if (!replaces) return;
    await tx
      .update(submissions)
      .set({ replacedBy: submissionId })
      .where(
        and(eq(submissions.id, replaces), eq(submissions.state, 'refused'), submissionsVisibleTo(viewer)),
      );
  });
}
