import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { importFiles, importRows, imports } from '@/lib/db/schema/imports';
import type { Cell } from '@/lib/import-files/table';
import { UNSENT } from './check-rows';
import { keepChosen } from './file-format';
import { dividesNames, FULL_NAME, withoutIdleNames } from './full-name';
import { type FileColumn, guessColumns, headingTokens } from './guess-columns';
import type { ImportForm } from './import-form';
import type { StoredImport } from './imports';
import { readColumnCells, readFileFormat } from './read-file-format';

/** Enough rows to see what a column holds. */
const SAMPLE_ROWS = 100;
const SAMPLES = 3;
/** How many imports of the organization are asked how they named their columns. */
const REMEMBERED = 20;

/** A column as the person sees it: its place and heading, some of its values, and its field. */
export type ColumnView = {
  index: number;
  heading: string;
  samples: string[];
  fieldId: string | null;
  /** People do not see it in their workbook. */
  isHidden: boolean;
};

/** The columns with the chosen fields, or those that are guessed; hidden ones last. */
export async function readColumns(
  db: Db,
  viewer: Actor,
  { stored, form }: { stored: StoredImport; form: ImportForm },
): Promise<ColumnView[]> {
  const hidden = new Set(stored.readAs?.kind === 'xlsx' ? stored.readAs.hiddenColumns : []);
  const sample = (await readSample(db, stored)).map((column, index) => ({
    ...column,
    isHidden: hidden.has(index),
  }));
  const known = targetsOf(form);
  const chosen = stored.columns?.map((id) => (id !== null && known.has(id) ? id : null));
  const fields = chosen ?? (await guess(db, viewer, { stored, form, sample }));
  const views = sample.map(({ heading, cells, isHidden }, index) => {
    const values = cells.map((cell) => String(cell).trim()).filter((text) => text !== '');
    const samples = [...new Set(values)].slice(0, SAMPLES);
    return { index, heading, samples, isHidden, fieldId: fields[index] ?? null };
  });
  await addRareSamples(db, stored.id, views);
  return [...views.filter(({ isHidden }) => !isHidden), ...views.filter(({ isHidden }) => isHidden)];
}

async function readSample(
  db: Db,
  { id, headings }: Pick<StoredImport, 'id' | 'headings'>,
): Promise<{ heading: string; cells: Cell[] }[]> {
  const rows = await db
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.importId, id), ne(importRows.state, 'heading')))
    .orderBy(asc(importRows.position))
    .limit(SAMPLE_ROWS);
  return headings.map((heading, index) => ({ heading, cells: rows.map(({ cells }) => cells[index] ?? '') }));
}

/** Values of columns whose first rows are empty: whoever leaves out a column knows what is in it. */
async function addRareSamples(db: Db, importId: string, views: readonly ColumnView[]): Promise<void> {
  const empty = views.filter(({ samples }) => samples.length === 0);
  if (empty.length === 0) return;
  for await (const rows of readColumnCells(db, { importId, columns: empty }))
    for (const [place, { samples }] of empty.entries()) {
      for (const cells of rows) {
        const text = String(cells[place] ?? '').trim();
        if (samples.length < SAMPLES && text !== '' && !samples.includes(text)) samples.push(text);
      }
    }
}

type Guessing = { stored: StoredImport; form: ImportForm; sample: FileColumn[] };

async function guess(db: Db, viewer: Actor, { form, sample }: Guessing): Promise<(string | null)[]> {
  const { fields, locale } = form.model;
  const before = await readBefore(db, viewer);
  return guessColumns({ columns: sample, fields, aliases: form.aliases, before, locale });
}

/** The fields that people of this organization last chose for a heading: newer choices count. */
async function readBefore(db: Db, { membership }: Actor): Promise<Map<string, string>> {
  const rows = await db
    .select({ headings: imports.headings, columns: imports.columns })
    .from(imports)
    .where(and(eq(imports.organizationId, membership.organizationId), isNotNull(imports.columns)))
    .orderBy(desc(imports.createdAt))
    .limit(REMEMBERED);
  const before = new Map<string, string>();
  for (const { headings, columns } of rows.toReversed()) {
    headings.forEach((heading, index) => {
      const [tokens, id] = [headingTokens(heading), columns?.[index]];
      if (tokens !== '' && id) before.set(tokens, id);
    });
  }
  return before;
}

/** `twice`: the field that several columns were given. `unsure`: the person has to choose the encoding first. */
export type ColumnsChosen =
  | { kind: 'chosen' }
  | { kind: 'twice'; fieldId: string }
  | { kind: 'none' | 'unsure' };

type Choice = {
  stored: StoredImport;
  form: ImportForm;
  columns: readonly (string | null)[];
  timeZone: string;
  now: Date;
};

/** What a column can be for: a field, or first and last name together. */
function targetsOf({ model: { fields } }: ImportForm): Set<string> {
  return new Set([...fields.map(({ id }) => id), ...(dividesNames(fields) ? [FULL_NAME] : [])]);
}

/** Stores the field of each column. All rows have to be checked anew. */
export async function chooseColumns(db: Db, choice: Choice): Promise<ColumnsChosen> {
  const { stored, form, timeZone, now } = choice;
  if (stored.readAs?.kind === 'csv' && stored.readAs.choice === 'unsure') return { kind: 'unsure' };
  const fields = new Map(form.model.fields.map((field) => [field.id, field]));
  const targets = targetsOf(form);
  const asked = stored.headings.map((_, index) => {
    const id = choice.columns[index] ?? null;
    return id !== null && targets.has(id) ? id : null;
  });
  const columns = withoutIdleNames(asked, form.model.fields);
  const used = columns.filter((id) => id !== null);
  const twice = used.find((id, index) => used.indexOf(id) !== index);
  if (twice !== undefined) return { kind: 'twice', fieldId: twice };
  if (used.length === 0) return { kind: 'none' };
  const kindsOf = (of: readonly (string | null)[]) =>
    of.flatMap((id, index) => {
      const field = id === null ? undefined : fields.get(id);
      return field ? [{ kind: field.kind, index }] : [];
    });
  const { locale } = form.model;
  const guess = await readFileFormat(db, { importId: stored.id, columns: kindsOf(columns), locale });
  const fileFormat = stored.fileFormat?.isChosen
    ? keepChosen(stored.fileFormat, { guess, columns: kindsOf(stored.columns ?? []) })
    : guess;
  await forgetFixes(db, { stored, columns });
  await db
    .update(imports)
    .set({ columns, fileFormat, locale, timeZone, checkedBy: null, updatedAt: now })
    .where(eq(imports.id, stored.id));
  // It can be read in no other way from now on.
  await db.delete(importFiles).where(eq(importFiles.importId, stored.id));
  return { kind: 'chosen' };
}

/** What was entered in place of a cell was meant for the column that its field had then. */
async function forgetFixes(
  db: Db,
  { stored, columns }: { stored: StoredImport; columns: readonly (string | null)[] },
): Promise<void> {
  const before = stored.columns ?? [];
  const moved = columns.flatMap((id, index) =>
    id !== null && before.includes(id) && before[index] !== id ? [id] : [],
  );
  if (moved.length === 0) return;
  const names = sql.join(
    moved.map((id) => sql`${id}::text`),
    sql`, `,
  );
  await db
    .update(importRows)
    .set({ fixes: sql`${importRows.fixes} - array[${names}]` })
    .where(and(eq(importRows.importId, stored.id), inArray(importRows.state, [...UNSENT])));
}
