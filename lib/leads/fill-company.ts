import 'server-only';
import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import {
  type CompanyField,
  type CompanySetting,
  getCompanySetting,
  keepCompanyField,
  noteFilled,
} from '@/lib/lead-schema/company-field';
import { companyColumns } from './to-row';

/** The leads of one transaction. */
const BATCH = 200;
/** A process that shuts down waits no longer than that; other jobs of the lane get their turn. */
const RUN_MS = 3_000;

/**
 * The job that brings the companies of all leads up to date after another field became the company's. Runs for
 * a few seconds, notes how far it got, and runs again until all are. Leads written meanwhile are already right.
 */
export async function fillCompanies(db: Db, { clock }: { clock: () => Date }): Promise<JobOutcome> {
  const startedAt = clock().getTime();
  let setting = await getCompanySetting(db);
  while (setting && setting.filledTo !== null) {
    if (clock().getTime() - startedAt > RUN_MS) return { kind: 'repeat', at: clock() };
    const next: CompanySetting = { ...setting, filledTo: await fillBatch(db, setting) };
    const isStillRight = await db.transaction((tx) => noteFilled(tx, next, clock()));
    setting = isStillRight ? next : await getCompanySetting(db);
  }
  return DONE;
}

/** @returns the last id of the batch; null if there are no more leads */
async function fillBatch(db: Db, { field, filledTo }: CompanySetting): Promise<string | null> {
  const batch = await db
    .select({ id: leads.id })
    .from(leads)
    .where(gt(leads.id, filledTo ?? ''))
    .orderBy(asc(leads.id))
    .limit(BATCH);
  const ids = batch.map(({ id }) => id);
  const done = await fillFree(db, { ids, field });
  // Leads that are being written: one by one, because who waits for one lead while holding another may deadlock.
  for (const id of ids.filter((one) => !done.has(one))) await fillOne(db, { id, field });
  return batch.length < BATCH ? null : (ids.at(-1) ?? null);
}

type Filled = Pick<typeof leads.$inferSelect, 'id' | 'firstName' | 'lastName' | 'email' | 'record'> & {
  company: string | null;
  searchText: string;
};

const COLUMNS = {
  id: leads.id,
  firstName: leads.firstName,
  lastName: leads.lastName,
  email: leads.email,
  record: leads.record,
  company: leads.company,
  searchText: leads.searchText,
};

function fillFree(
  db: Db,
  { ids, field }: { ids: string[]; field: CompanyField | null },
): Promise<Set<string>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${keepCompanyField}`);
    const rows = await tx
      .select(COLUMNS)
      .from(leads)
      .where(inArray(leads.id, ids))
      .for('update', { skipLocked: true });
    await update(tx, { rows, field });
    return new Set(rows.map(({ id }) => id));
  });
}

function fillOne(db: Db, { id, field }: { id: string; field: CompanyField | null }): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${keepCompanyField}`);
    await update(tx, {
      rows: await tx
        .select(COLUMNS)
        .from(leads)
        .where(inArray(leads.id, [id]))
        .for('update'),
      field,
    });
  });
}

/** Only rows that differ: a job that is repeated after a kill writes nothing twice. */
async function update(
  tx: Db,
  { rows, field }: { rows: readonly Filled[]; field: CompanyField | null },
): Promise<void> {
  const changed = rows.flatMap(({ id, record, company, searchText, ...names }) => {
    const columns = companyColumns({ ...names, ...record }, field ?? undefined);
    return columns.company === company && columns.searchText === searchText ? [] : [{ id, ...columns }];
  });
  if (changed.length === 0) return;
  await tx.execute(sql`
    update ${leads} set company = filled.company, sort_company = filled."sortCompany",
      search_text = filled."searchText", search_grams = filled."searchGrams"
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as filled (
      id text, company text, "sortCompany" text, "searchText" text, "searchGrams" integer[]
    ) where leads.id = filled.id`);
}
