import 'server-only';
import { and, desc, eq, or } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { languageOf } from '@/lib/core/language';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { schemaVersions } from '@/lib/db/schema/connection';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import { type FieldText, toFieldText } from '@/lib/forms/answer-text';
import type { Field } from '@/lib/forms/field';
import { inReadersLanguage, labelOfField, NO_FIELD_OVERRIDES } from '@/lib/forms/field-overrides';
import { textToFieldText } from './field-texts';
import type { TimelineActor, TimelineChange, TimelineEntry } from './view';
import { entriesVisibleTo } from './visible-to';

/** The limit of entries shown; longer histories can be read in the portal. */
const MAX_ENTRIES = 200;

type TimelineOf = {
  leadId: string;
  submissionId?: string;
  /** The ids of the fields that admins hide. */
  hidden: ReadonlySet<string>;
  /** The viewer's, as a tag (BCP 47). */
  locale: string;
};

/**
 * The history of a lead while it was the viewer's, newest first, including that of the submission it came
 * from if that is the viewer's. Changes of hidden fields are left out, and entries that consist of them.
 */
export async function listTimeline(
  db: Db,
  viewer: Viewer,
  { leadId, submissionId, hidden, locale }: TimelineOf,
): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      id: timeline.id,
      at: timeline.at,
      kind: timeline.kind,
      person: people.name,
      detail: timeline.detail,
    })
    .from(timeline)
    .leftJoin(people, eq(people.id, timeline.personId))
    .leftJoin(submissions, eq(submissions.id, timeline.submissionId))
    .where(
      and(
        or(eq(timeline.leadId, leadId), submissionId ? eq(timeline.submissionId, submissionId) : undefined),
        entriesVisibleTo(viewer),
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(MAX_ENTRIES);
  const fieldAt = await readFieldsOverTime(db);
  const language = languageOf(locale);
  const ours = rows.some((row) => row.kind === 'accepted');
  return (
    rows
      .filter((row, index) => !isDuplicate(row, rows[index - 1]))
      // A lead submitted here is first seen when it is accepted; the mirror's own entry adds nothing.
      .filter((row) => !(ours && row.kind === 'first-seen'))
      .map((row) => ({ ...row, detail: withoutHidden(row.detail, hidden) }))
      .filter(({ detail }) => detail !== undefined)
      .map(({ detail = {}, ...row }) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        kind: row.kind,
        actor: actorOf(row),
        changes: toTimelineChanges(detail, { at: row.at, fieldAt, language }),
        message: detail.message,
      }))
  );
}

/** A move between two agents of one organization has an entry for each of them; a manager sees both. */
function isDuplicate(row: MoveEntry, later: MoveEntry | undefined): boolean {
  return row.kind === 'reassigned' && later?.kind === row.kind && later.at.getTime() === row.at.getTime();
}

type MoveEntry = { kind: string; at: Date };

function actorOf({ kind, person }: { kind: string; person: string | null }): TimelineActor {
  // The person submitted; the portal accepted or refused.
  if (kind === 'accepted' || kind === 'refused') return { by: 'portal' };
  return person ? { by: 'person', name: person } : { by: 'portal' };
}

/** The number of form versions used to read old entries. */
const MAX_VERSIONS = 20;

type FieldChange = NonNullable<TimelineDetail['fields']>[number];

/** The field as it was at this moment. */
type FieldAt = (fieldId: string, at: Date) => Field | undefined;

/** The detail of an entry without the changes of hidden fields; undefined if it consists of them. */
function withoutHidden(
  { fields, ...rest }: TimelineDetail,
  hidden: ReadonlySet<string>,
): TimelineDetail | undefined {
  const shown = fields?.filter(({ id }) => !hidden.has(id));
  const isEmpty = shown?.length === 0 && Object.values(rest).every((value) => value === undefined);
  return isEmpty && fields?.length ? undefined : { ...rest, fields: shown };
}

/** The changes of one history entry, with labels and kinds from the form as it was then. */
function toTimelineChanges(
  { from, to, fields }: TimelineDetail,
  { at, fieldAt, language }: { at: Date; fieldAt: FieldAt; language: string },
): TimelineChange[] {
  const status: TimelineChange[] = from !== undefined || to !== undefined ? [{ of: 'status', from, to }] : [];
  return [
    ...status,
    ...(fields ?? []).map((change): TimelineChange => {
      const field = fieldAt(change.id, at);
      const label =
        getOwn(change.labels ?? {}, language) ?? portalLabel(field, change, language) ?? change.label;
      const side = (text: string, values = text === '' ? [] : [text]): FieldText => {
        if (!field) return textToFieldText({ id: change.id, label }, text);
        return { ...toFieldText(field, values), label };
      };
      return {
        of: 'field',
        from: side(change.from, change.fromValues),
        to: side(change.to, change.toValues),
      };
    }),
  ];
}

/** In the reader's language, only where the entry has the portal's own label: an admin's is never replaced. */
function portalLabel(field: Field | undefined, { label }: FieldChange, language: string): string | undefined {
  if (!field || labelOfField(field, NO_FIELD_OVERRIDES) !== label) return undefined;
  return labelOfField(inReadersLanguage(field, language), NO_FIELD_OVERRIDES, language);
}

/** Loads the form that was in force for each entry of the history. */
async function readFieldsOverTime(db: Db): Promise<FieldAt> {
  const newestFirst = await db
    .select({ schema: schemaVersions.schema, firstSeenAt: schemaVersions.firstSeenAt })
    .from(schemaVersions)
    .orderBy(desc(schemaVersions.firstSeenAt))
    .limit(MAX_VERSIONS);
  return (fieldId, at) => {
    const then = newestFirst.findIndex(({ firstSeenAt }) => firstSeenAt <= at);
    const inForce = then === -1 ? newestFirst.toReversed() : newestFirst.slice(then);
    // A field may be newer than the version that was in force when the entry was written.
    const versions = [...inForce, ...newestFirst.slice(0, Math.max(then, 0)).toReversed()];
    for (const { schema } of versions) {
      const found = schema.fields.find(({ id }) => id === fieldId);
      if (found) return found;
    }
    return undefined;
  };
}
