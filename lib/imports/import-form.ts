import 'server-only';
import { createHash } from 'node:crypto';
import type { Db } from '@/lib/db/handle';
import type { FileFormat } from '@/lib/db/schema/imports';
import { noAnswers } from '@/lib/forms/answers';
import { namesOfField } from '@/lib/forms/field-overrides';
import { buildFormModel, type FormField, type FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { isNameUnsure } from '@/lib/forms/paste/names';
import { toInputValues } from '@/lib/forms/prefill';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema, type KnownSchema } from '@/lib/lead-schema/schema';
import { toInput } from './cell-input';
import { FULL_NAME, partOfName } from './full-name';
import type { StoredImport, StoredRow } from './imports';

/** The form for a new lead, in two parts: what a file may answer, and the consents, which a person states. */
export type ImportForm = {
  /** All of it. */
  whole: FormModel;
  model: FormModel;
  consents: FormModel;
  /** The names of each field in any language, by its id. */
  aliases: ReadonlyMap<string, readonly string[]>;
  t: Translate;
};

type FormInput = {
  t: Translate;
  locale: string;
  /** Reads it anew, where it decides what is sent. */
  renew?: (known: KnownSchema) => Promise<KnownSchema>;
};

/** The form in force, as it was last read; undefined if this desk has never read one. */
export async function getImportForm(
  db: Db,
  { t, locale, renew = async (known) => known }: FormInput,
): Promise<ImportForm | undefined> {
  const known = await findSchema(db);
  if (!known) return undefined;
  const { schema } = await renew(known);
  const overrides = await getFieldOverrides(db, locale);
  const whole = buildFormModel({ schema, overrides, purpose: 'create', texts: t, locale });
  const partOf = (predicate: (field: FormField) => boolean) => ({
    ...whole,
    fields: whole.fields.filter(predicate),
  });
  return {
    whole,
    aliases: new Map(schema.fields.map((field) => [field.id, namesOfField(field, overrides)])),
    t,
    model: partOf((field) => !isConsentField(field)),
    consents: partOf(isConsentField),
  };
}

/** A consent is given by a person for leads they mean, and never read from a file. */
function isConsentField({ consent }: FormField): boolean {
  return consent === true;
}

/** What decides how the cells of an import are read. */
export type RowInterpretation = {
  columns: readonly (string | null)[];
  fileFormat: FileFormat;
  locale: string;
  timeZone: string;
};

/**
 * How an import's cells are read; undefined before its columns are chosen. The file format decides what a cell
 * means, so that it means the same for a reader of any language.
 */
export function interpretationOf(
  { columns, fileFormat, timeZone }: StoredImport,
  { locale }: Pick<FormModel, 'locale'>,
): RowInterpretation | undefined {
  return columns && fileFormat && timeZone ? { columns, fileFormat, locale, timeZone } : undefined;
}

/** Names how cells are read: a page that was shown another interpretation sends nothing. */
export function nameInterpretation({
  columns,
  fileFormat,
}: Pick<RowInterpretation, 'columns' | 'fileFormat'>): string {
  const { decimal, dates } = fileFormat;
  return createHash('sha256')
    .update(JSON.stringify([columns, decimal, dates]))
    .digest('base64url');
}

/**
 * A row as the values of the form's controls. Fields without a column start as in the form; what the person entered for
 * the row counts in place of its cell.
 */
export function toValues(
  model: FormModel,
  { cells, fixes }: Pick<StoredRow, 'cells' | 'fixes'>,
  { columns, ...interpretation }: RowInterpretation,
): InputValues {
  const values = toInputValues(model, noAnswers(), interpretation);
  const columnOf = new Map(columns.flatMap((id, index) => (id === null ? [] : [[id, index] as const])));
  const fixed = new Map(Object.entries(fixes));
  const names = columnOf.get(FULL_NAME);
  for (const field of model.fields) {
    const column = columnOf.get(field.id);
    // A column of its own says more than a part of a full name.
    const place = column ?? names;
    const found = place === undefined ? undefined : (cells[place] ?? '');
    const part = column === undefined && found !== undefined ? partOfName(field, found) : found;
    const cell = fixed.get(field.id) ?? part;
    if (cell !== undefined) values[field.key] = toInput(field, cell, interpretation);
  }
  return values;
}

/** The fields of a row that are parts of a name which nobody can divide, as long as no person entered them; and that name. */
export function unsureName(
  model: FormModel,
  { cells, fixes }: Pick<StoredRow, 'cells' | 'fixes'>,
  { columns }: Pick<RowInterpretation, 'columns'>,
): { name: string; fields: FormField[] } {
  const name = String(cells[columns.indexOf(FULL_NAME)] ?? '');
  const isOpen = ({ id }: FormField) => !columns.includes(id) && !Object.hasOwn(fixes, id);
  const fields = model.fields.filter((field) => partOfName(field, name) !== undefined && isOpen(field));
  return { name, fields: isNameUnsure(name) ? fields : [] };
}
