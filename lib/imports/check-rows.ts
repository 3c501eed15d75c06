import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import type { FormField } from '@/lib/forms/form-model';
import type { InputValue } from '@/lib/forms/input-values';
import { interpretationOf } from '@/lib/forms/number-answer';
import { compileRules, type FormError, validateWith } from '@/lib/forms/rules';
import { fill } from '@/lib/forms/texts';
import { getKeyFields, type KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import { toStoredKeys } from '@/lib/match-keys/keys';
import { digestAnswers } from '@/lib/submissions/submission-identity';
import { findDuplicateRows, type SearchedRow } from './duplicate-rows';
import { type ImportForm, type RowInterpretation, toValues, unsureName } from './import-form';
import type { StoredImport, StoredRow } from './imports';

/** Read, checked and written at once: short statements, and other requests are answered in between. */
const CHUNK = 250;
/** Checked without giving way to other requests. */
const AT_ONCE = 25;

export type CheckInput = {
  stored: StoredImport;
  form: ImportForm;
  interpretation: RowInterpretation;
  now: Date;
};

/** Checks all rows that are not sent by the form's own rules, and looks for what is known already. */
export async function checkAllRows(db: Db, viewer: Actor, task: CheckInput): Promise<void> {
  const { stored, form, now } = task;
  const check = rowChecker(task);
  for (let after = -1; ; ) {
    const rows = await readRows(db, stored.id, gt(importRows.position, after));
    if (rows.length === 0) break;
    await checkSome(db, viewer, { ...task, rows, check });
    after = rows.at(-1)?.position ?? after;
  }
  await markDuplicateRows(db, stored.id);
  const { version, locale } = form.model;
  await db
    .update(imports)
    .set({ checkedBy: version, locale, updatedAt: now })
    .where(eq(imports.id, stored.id));
}

/** Checks some rows again, after they were changed. */
export async function checkRows(
  db: Db,
  viewer: Actor,
  task: CheckInput & { positions: readonly number[] },
): Promise<void> {
  const check = rowChecker(task);
  const { stored, positions } = task;
  for (let start = 0; start < positions.length; start += CHUNK) {
    const some = positions.slice(start, start + CHUNK);
    const rows = await readRows(db, stored.id, inArray(importRows.position, some));
    await checkSome(db, viewer, { ...task, rows, check });
  }
  await markDuplicateRows(db, stored.id);
}

/** Of rows that can still be changed. */
export const UNSENT = ['new', 'ready', 'wrong'] as const;

function readRows(db: Db, importId: string, where: SQL) {
  const { position, cells, fixes } = importRows;
  return db
    .select({ position, cells, fixes })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), inArray(importRows.state, [...UNSENT]), where))
    .orderBy(asc(position))
    .limit(CHUNK);
}

type RowInput = Pick<StoredRow, 'cells' | 'fixes'>;
type RowChecker = (row: RowInput) => ReturnType<typeof validateWith>;

/** What spreadsheets show in place of a result, in any language (#BEZUG!, #N/D, Err:502): no answer to anything. */
const ERROR_VALUE = /^(?:#[¡¿]?(?:[\p{Lu}_]{1,14}\/?[\p{Lu}0]{0,2}[!?]|N\/?[ADV]|GETTING_DATA)|Err:\d{3})$/u;

export type Checking = { form: Pick<ImportForm, 'model' | 't'>; interpretation: RowInterpretation };

/** Validates rows, with rules that are compiled once. */
export function rowChecker({ form, interpretation }: Checking): RowChecker {
  const { model } = form;
  const rules = compileRules(model, interpretation);
  return (row) => {
    const values = toValues(model, row, interpretation);
    const outcome = validateWith(rules, model, values);
    const { name, fields } = unsureName(model, row, interpretation);
    const unsure = fields.map((field) =>
      toError(field, form.t('nameUnsure', { label: field.label, name: name.trim() })),
    );
    const broken = model.fields.flatMap((field) => brokenCell(field, String(values[field.key]), form));
    const undecided = model.fields.flatMap((field) =>
      undecidedNumber(field, values[field.key], model.locale),
    );
    // Of one field the last one counts.
    const errors = [...(outcome.ok ? [] : outcome.errors), ...unsure, ...undecided, ...broken];
    const byKey = new Map(errors.map((error) => [error.key, error]));
    return errors.length === 0 ? outcome : { ok: false, errors: [...byKey.values()] };
  };
}

const toError = ({ key, id }: FormField, message: string): FormError => ({ key, fieldId: id, message });

/** A file has many numbers that nobody looks at one by one: what could be two is not sent because it was shown. */
function undecidedNumber(field: FormField, input: InputValue | undefined, locale: string): FormError[] {
  const interpretation = interpretationOf(field, input, locale);
  if (!interpretation?.label || !interpretation.other) return [];
  const { wrong, twoInterpretations = wrong } = field.messages;
  return [
    toError(
      field,
      fill(twoInterpretations, { one: interpretation.label, other: interpretation.other.label }),
    ),
  ];
}

/** What the file itself has wrong: that decides before any rule of the form. */
function brokenCell(field: FormField, text: string, { t }: Checking['form']): FormError[] {
  const { label, messages } = field;
  if (ERROR_VALUE.test(text)) return [toError(field, t('sheetError', { label, error: text }))];
  // A byte that means nothing in the file's encoding.
  if (text.includes('\ufffd')) return [toError(field, messages.unreadable ?? messages.wrong)];
  return [];
}

type Some = CheckInput & { rows: ({ position: number } & RowInput)[]; check: RowChecker };

async function checkSome(
  db: Db,
  viewer: Actor,
  { stored, rows, check, interpretation }: Some,
): Promise<void> {
  const keyFields = await getKeyFields(db);
  const checked: CheckedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await yieldToEventLoop();
    checked.push(checkRow(row, { check, keyFields }));
  }
  const searched = checked.filter((row): row is SearchedRow & typeof row => row.state === 'ready');
  const known = await findDuplicateRows(db, viewer, {
    rows: searched,
    importId: stored.id,
    locale: interpretation.locale,
  });
  await write(
    db,
    stored.id,
    checked.map(({ contact: _, ...row }) => ({ ...row, knownBy: known.get(row.position) ?? null })),
  );
}

type CheckedRow = ReturnType<typeof checkRow>;

function checkRow(
  { position, ...row }: Some['rows'][number],
  { check, keyFields }: { check: RowChecker; keyFields: KeyFields },
) {
  const outcome = check(row);
  if (!outcome.ok) return { position, ...asWrong(outcome.errors) };
  const { answers } = outcome;
  const contact = contactOfAnswers(answers, keyFields);
  const { knownEmail: emailKey, knownPhone: phoneKey } = toStoredKeys(contact);
  const found = { digest: digestAnswers(answers), emailKey, phoneKey, contact };
  return { position, state: 'ready' as const, wrongFields: [], ...found };
}

function asWrong(errors: readonly FormError[]) {
  const wrongFields = errors.map(({ fieldId }) => fieldId).filter((id) => id !== '');
  return {
    state: 'wrong' as const,
    wrongFields,
    digest: null,
    emailKey: null,
    phoneKey: null,
    contact: undefined,
  };
}

type Written = Pick<
  StoredRow,
  'position' | 'state' | 'wrongFields' | 'digest' | 'emailKey' | 'phoneKey' | 'knownBy'
>;

async function write(db: Db, importId: string, rows: readonly Written[]): Promise<void> {
  await db.execute(sql`
    update import_rows set state = checked.state, wrong_fields = checked."wrongFields", digest = checked.digest,
      email_key = checked."emailKey", phone_key = checked."phoneKey", known_by = checked."knownBy"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as checked (
      position integer, state text, "wrongFields" jsonb, digest text, "emailKey" text, "phoneKey" text, "knownBy" text)
    where import_rows.import_id = ${importId} and import_rows.position = checked.position
      and import_rows.state in ('new', 'ready', 'wrong')`);
}

/** Names for each row the first one that is about the same person, and whether that has the same answers. */
export async function markDuplicateRows(db: Db, importId: string): Promise<void> {
  await db.execute(sql`
    update import_rows set duplicate_of = found.duplicate_of, is_repeat = found.same < import_rows.position from (
      select position, same, nullif(least(same, person), position) as duplicate_of from (
        select position, min(position) over (partition by digest) as same,
          min(position) over (partition by coalesce('e' || email_key, 'p' || phone_key, '#' || position)) as person
        from import_rows
        where import_id = ${importId} and state in ('ready', 'waiting', 'stored') and not is_left_out
      ) as firsts
    ) as found
    where import_rows.import_id = ${importId} and import_rows.position = found.position
      and (import_rows.duplicate_of is distinct from found.duplicate_of
        or import_rows.is_repeat <> (found.same < import_rows.position))`);
}
