import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { OPEN_STATES, submissions } from '@/lib/db/schema/submissions';
import {
  BREAKING_CHANGES,
  type BreakingChange,
  breakingChangesForAnswers,
  breakingChangesForColumns,
  breakingChangesForDraft,
  type Form,
  type FormPair,
} from '@/lib/forms/breaking-changes';
import type { LeadSchema } from '@/lib/forms/field';
import { type FieldOverrides, overridesFor } from '@/lib/forms/field-overrides';
import { buildFormModel, type FormModel } from '@/lib/forms/form-model';
import { compileRules } from '@/lib/forms/rules';
import { compareSchemas, type SchemaChange } from '@/lib/forms/schema-changes';
import type { Translate } from '@/lib/forms/texts';
import { UNSENT } from '@/lib/imports/check-rows';
import { FULL_NAME } from '@/lib/imports/full-name';
import { getStoredFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema, findSchemaVersion } from '@/lib/lead-schema/schema';
import { type BrokenSettings, findBrokenSettings } from './broken-settings';

/** Of each kind the newest are checked: a page answers in seconds, whatever there is. */
const MAX_CHECKED = 1_000;
/** Checked without giving way to other requests. */
const AT_ONCE = 25;

/** How many of one kind were checked, and how many of those the other form would break. */
export type Tally = {
  checked: number;
  isCapped: boolean;
  broken: number;
  by: Record<BreakingChange, number>;
};

/** What another version of the form would mean for what this desk holds. */
export type FormPreview = {
  changes: SchemaChange[];
  notes: LeadSchema['notes'];
  drafts: Tally;
  /** Submissions that are not delivered yet. */
  waiting: Tally;
  /** Refused submissions that nobody has corrected yet. */
  refused: Tally;
  /** Imports with rows that were not sent. */
  imports: Tally;
  settings: BrokenSettings;
};

type Input = { schema: LeadSchema; texts: Translate; locale: string; timeZone: string };

/**
 * Says what would break if this were the portal's form. Stores nothing, and sends nothing. Undefined if this desk has
 * not read the portal's form yet: there is nothing to compare with.
 */
export async function previewFormChange(db: Db, task: Input): Promise<FormPreview | undefined> {
  const known = await findSchema(db);
  if (!known) return undefined;
  const stored = await getStoredFieldOverrides(db);
  const overrides = overridesFor(stored, task.locale);
  const forms = pairOf(known.schema, { ...task, overrides });
  return {
    changes: compareSchemas(known.schema, task.schema),
    notes: task.schema.notes,
    drafts: await previewDrafts(db, { ...task, forms, overrides }),
    waiting: await previewSubmissions(db, {
      ...task,
      forms,
      where: inArray(submissions.state, [...OPEN_STATES]),
    }),
    refused: await previewSubmissions(db, {
      ...task,
      forms,
      where: and(eq(submissions.state, 'refused'), isNull(submissions.replacedBy)),
    }),
    imports: await previewImports(db, forms.create),
    settings: findBrokenSettings({ from: known.schema, to: task.schema, stored, locale: task.locale }),
  };
}

type Forms = Record<FormModel['purpose'], FormPair>;
type FormInput = Input & { overrides: FieldOverrides };

function pairOf(inForce: LeadSchema, { schema, texts, locale, timeZone, overrides }: FormInput): Forms {
  const formOf = (from: LeadSchema, purpose: FormModel['purpose']): Form => {
    const model = buildFormModel({ schema: from, purpose, texts, locale, overrides });
    return { model, rules: compileRules(model, { timeZone }) };
  };
  const pair = (purpose: FormModel['purpose']) => ({
    before: formOf(inForce, purpose),
    after: formOf(schema, purpose),
  });
  return { create: pair('create'), edit: pair('edit') };
}

async function previewDrafts(db: Db, task: FormInput & { forms: Forms }): Promise<Tally> {
  const rows = await db
    .select()
    .from(drafts)
    .orderBy(desc(drafts.updatedAt))
    .limit(MAX_CHECKED + 1);
  const typedForms = new Map<string, FormModel | undefined>();
  return await tally(rows, async ({ schemaVersion, leadId, locale, timeZone, fields }) => {
    const purpose = leadId === null ? 'create' : 'edit';
    const key = JSON.stringify([schemaVersion, locale, purpose]);
    if (!typedForms.has(key))
      typedForms.set(key, await typedFormOf(db, { ...task, schemaVersion, locale, purpose }));
    const form = typedForms.get(key);
    if (!form) return [];
    const changes = breakingChangesForDraft({ form, fields, timeZone }, task.forms[purpose], task);
    // The other answers of an edit are the lead's.
    return purpose === 'edit' ? changes.filter((one) => one !== 'missing') : changes;
  });
}

/** The form that a draft was typed into; undefined if this desk no longer knows it. */
async function typedFormOf(
  db: Db,
  {
    schemaVersion,
    locale,
    purpose,
    texts,
    overrides,
  }: FormInput & { schemaVersion: string; purpose: FormModel['purpose'] },
): Promise<FormModel | undefined> {
  const schema = await findSchemaVersion(db, schemaVersion);
  return schema && buildFormModel({ schema, overrides, purpose, texts, locale, isOnScreen: () => true });
}

async function previewSubmissions(
  db: Db,
  { where, forms, timeZone }: Input & { forms: Forms; where: SQL | undefined },
): Promise<Tally> {
  const rows = await db
    .select({ answers: submissions.answers })
    .from(submissions)
    .where(where)
    .orderBy(desc(submissions.createdAt))
    .limit(MAX_CHECKED + 1);
  return await tally(rows, async ({ answers }) =>
    breakingChangesForAnswers(answers, forms.create, { timeZone }),
  );
}

async function previewImports(db: Db, { before, after }: FormPair): Promise<Tally> {
  const unsent = and(eq(importRows.importId, imports.id), inArray(importRows.state, [...UNSENT, 'waiting']));
  const rows = await db
    .select({ columns: imports.columns })
    .from(imports)
    .where(and(ne(imports.state, 'storing'), sql`exists (select 1 from ${importRows} where ${unsent})`))
    .orderBy(desc(imports.updatedAt))
    .limit(MAX_CHECKED + 1);
  return await tally(rows, async ({ columns }) => {
    const chosen = (columns ?? []).filter((id) => id !== null);
    if (chosen.length === 0) return [];
    // A column of full names answers whatever name the form asks for.
    const names = chosen.includes(FULL_NAME) ? NAME_ROLES : [];
    const answered = (model: FormModel) =>
      model.fields.filter(({ role }) => role && names.includes(role)).map(({ id }) => id);
    const own = chosen.filter((id) => id !== FULL_NAME);
    return breakingChangesForColumns([...own, ...answered(after.model)], {
      before: before.model,
      after: after.model,
    });
  });
}

const NAME_ROLES: readonly string[] = ['first-name', 'last-name', 'full-name'];

async function tally<Row>(
  rows: readonly Row[],
  changesFor: (row: Row) => Promise<BreakingChange[]>,
): Promise<Tally> {
  const by = { lost: 0, missing: 0, refused: 0 };
  let broken = 0;
  const newest = rows.slice(0, MAX_CHECKED);
  for (const [index, row] of newest.entries()) {
    if (index % AT_ONCE === 0) await yieldToEventLoop();
    const changes = await changesFor(row);
    if (changes.length > 0) broken += 1;
    for (const one of BREAKING_CHANGES) if (changes.includes(one)) by[one] += 1;
  }
  return { checked: newest.length, isCapped: rows.length > MAX_CHECKED, broken, by };
}
