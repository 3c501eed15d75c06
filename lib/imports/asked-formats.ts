import 'server-only';
import { and, asc, gt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type AskedFormat, importRows } from '@/lib/db/schema/imports';
import { askedOf, dependsOn, withoutDoubt } from './file-format';
import { type ImportForm, type RowReading, toValues } from './import-form';
import { rowsShown } from './list-rows';

const ROWS_AT_ONCE = 500;

/**
 * How the file writes numbers or dates, if no cell shows it and rows wait for the answer: a cell of theirs has two
 * readings. What has none, like "abc", is a mistake whatever the answer is.
 */
export async function findAskedFormats(
  db: Db,
  importId: string,
  { form: { model }, reading }: { form: ImportForm; reading: RowReading },
): Promise<AskedFormat[]> {
  const unsure = askedOf(reading.fileFormat);
  const stated: RowReading = { ...reading, fileFormat: withoutDoubt(reading.fileFormat) };
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
      const [open, read] = [toValues(model, row, reading), toValues(model, row, stated)];
      const waiting = model.fields.filter(({ key }) => open[key] !== read[key]);
      for (const askedFormat of unsure)
        if (waiting.some((field) => dependsOn(field, askedFormat))) asked.add(askedFormat);
    }
    last = rows.at(-1)?.position ?? last;
    isMore = rows.length === ROWS_AT_ONCE;
  }
  return unsure.filter((askedFormat) => asked.has(askedFormat));
}
