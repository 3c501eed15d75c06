import 'server-only';
import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type AskedFormat, importRows } from '@/lib/db/schema/imports';
import { askedOf, dependsOn, unambiguousFormat } from './file-format';
import { type ImportForm, type RowInterpretation, toValues } from './import-form';
import { inFileAt, rowsShown } from './list-rows';

const ROWS_AT_ONCE = 500;

/**
 * How the file writes numbers or dates, if no cell shows it and rows wait for the answer: a cell of theirs has two
 * interpretations. What has none, like "abc", is a mistake whatever the answer is.
 */
export async function findAskedFormats(
  db: Db,
  importId: string,
  { form: { model }, interpretation }: { form: ImportForm; interpretation: RowInterpretation },
): Promise<AskedFormat[]> {
  const unsure = askedOf(interpretation.fileFormat);
  const stated: RowInterpretation = {
    ...interpretation,
    fileFormat: unambiguousFormat(interpretation.fileFormat),
  };
  const asked = new Set<AskedFormat>();
  const { position, cells, fixes } = importRows;
  for (let last = -1, isMore = true; isMore && asked.size < unsure.length; ) {
    const rows = await db
      .select({ position, cells, fixes })
      .from(importRows)
      .where(and(rowsShown(importId, 'wrong'), gt(position, last)))
      .orderBy(asc(position))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      const [open, read] = [toValues(model, row, interpretation), toValues(model, row, stated)];
      const waiting = model.fields.filter(({ key }) => open[key] !== read[key]);
      for (const askedFormat of unsure)
        if (waiting.some((field) => dependsOn(field, askedFormat))) asked.add(askedFormat);
    }
    last = rows.at(-1)?.position ?? last;
    isMore = rows.length === ROWS_AT_ONCE;
  }
  return unsure.filter((askedFormat) => asked.has(askedFormat));
}

/** What only one format of numbers or dates can have: a mark between digits; a day that does not begin with its year. */
const WRITTEN: Record<AskedFormat, (text: SQL) => SQL> = {
  decimal: (text) => sql`${text} ~ '[0-9][.,][0-9]'`,
  dates: (text) => sql`(${text} ~ '[0-9]' and ${text} !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}')`,
};

/** Which formats the file has at all: what people write in columns of numbers or dates, not what a workbook stores. */
export async function findUsedFormats(
  db: Db,
  importId: string,
  { form: { model }, interpretation }: { form: ImportForm; interpretation: RowInterpretation },
): Promise<AskedFormat[]> {
  const { cells, state } = importRows;
  const isWritten = (format: AskedFormat) =>
    interpretation.columns.flatMap((id, column) => {
      const field = model.fields.find((one) => one.id === id);
      if (!field || !dependsOn(field, format)) return [];
      const isText = sql`jsonb_typeof(${cells} -> ${column}::int) = 'string'`;
      return [sql`(${isText} and ${WRITTEN[format](inFileAt(cells, column))})`];
    });
  const anyOf = (conditions: readonly SQL[]) =>
    sql<boolean>`coalesce(bool_or(${sql.join([sql`false`, ...conditions], sql` or `)}), false)`;
  const [used] = await db
    .select({ decimal: anyOf(isWritten('decimal')), dates: anyOf(isWritten('dates')) })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), ne(state, 'heading')));
  return (['decimal', 'dates'] as const).filter((format) => used?.[format]);
}
