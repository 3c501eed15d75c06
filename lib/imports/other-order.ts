import 'server-only';
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { importRows } from '@/lib/db/schema/imports';
import { isRealDate } from '@/lib/forms/dates';
import { dependsOn } from './file-format';
import type { ImportForm, RowInterpretation } from './import-form';
import { toValues } from './import-form';

const ROWS_AT_ONCE = 500;

/** The order by which all dates of a column are real, if some of them are not by the file's. */
export type OtherOrder = 'dmy' | 'mdy';

/**
 * Whether a column of dates is read in the wrong order: with the day and the month exchanged every date of it is real,
 * and as it is read now one of them is not.
 */
export async function findOtherOrder(
  db: Db,
  importId: string,
  { form: { model }, interpretation }: { form: ImportForm; interpretation: RowInterpretation },
): Promise<OtherOrder | undefined> {
  const { fileFormat } = interpretation;
  const other = fileFormat.dates === 'mdy' ? 'dmy' : 'mdy';
  const exchanged: RowInterpretation = {
    ...interpretation,
    fileFormat: { ...fileFormat, dates: other, unsure: [] },
  };
  let columns = model.fields
    .filter((field) => dependsOn(field, 'dates') && interpretation.columns.includes(field.id))
    .map(({ key }) => ({ key, isWrongNow: false }));
  const { position, cells, fixes, state } = importRows;
  for (let last = -1, isMore = true; isMore && columns.length > 0; ) {
    const rows = await db
      .select({ position, cells, fixes })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), ne(state, 'heading'), gt(position, last)))
      .orderBy(asc(position))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      const [now, then] = [toValues(model, row, interpretation), toValues(model, row, exchanged)];
      columns = columns
        .filter(({ key }) => isDate(then[key]))
        .map(({ key, isWrongNow }) => ({ key, isWrongNow: isWrongNow || !isDate(now[key]) }));
    }
    last = rows.at(-1)?.position ?? last;
    isMore = rows.length === ROWS_AT_ONCE;
  }
  return columns.some(({ isWrongNow }) => isWrongNow) ? other : undefined;
}

/** A day, with or without a time; or nothing. */
const isDate = (value: unknown) =>
  value === '' || (typeof value === 'string' && isRealDate(value.slice(0, 10)));
