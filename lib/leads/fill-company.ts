import 'server-only';
import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { DONE, type JobOutcome } from '@/lib/jobs/job';
import {
  type CompanySetting,
  getCompanySetting,
  type KeyFields,
  keepCompanyField,
  recordFilled,
  toKeyFields,
} from '@/lib/lead-schema/company-field';
import { KNOWN_COLUMNS } from '@/lib/match-keys/keys';
import { recordCompanies } from './record-companies';
import { keyColumns } from './to-row';

/** The leads of one transaction. */
const BATCH = 200;
/** A process that shuts down waits no longer than that; other jobs of the lane get their turn. */
const RUN_MS = 3_000;

/**
 * The job that brings companies and keys of all leads up to date after another field became one of those that say who a
 * lead is. Runs for a few seconds, notes how far it got, and runs again until all are. Leads written meanwhile are
 * already right.
 */
export async function fillCompanies(db: Db, { clock }: { clock: () => Date }): Promise<JobOutcome> {
  const startedAt = clock().getTime();
  let setting = await getCompanySetting(db);
  while (setting && setting.filledTo !== null) {
    if (clock().getTime() - startedAt > RUN_MS) return { kind: 'repeat', at: clock() };
    const next: CompanySetting = { ...setting, filledTo: await fillBatch(db, setting) };
    const isStillRight = await db.transaction((tx) => recordFilled(tx, next, clock()));
    setting = isStillRight ? next : await getCompanySetting(db);
  }
  return DONE;
}

/** @returns the last id of the batch; null if there are no more leads */
async function fillBatch(db: Db, setting: CompanySetting): Promise<string | null> {
  const fields = toKeyFields(setting);
  const batch = await db
    .select({ id: leads.id })
    .from(leads)
    .where(gt(leads.id, setting.filledTo ?? ''))
    .orderBy(asc(leads.id))
    .limit(BATCH);
  const ids = batch.map(({ id }) => id);
  const done = await fillFree(db, { ids, fields });
  // Leads that are being written: one by one, because who waits for one lead while holding another may deadlock.
  for (const id of ids.filter((one) => !done.has(one))) await fillOne(db, { id, fields });
  return batch.length < BATCH ? null : (ids.at(-1) ?? null);
}

const COLUMNS = {
  id: leads.id,
  organizationId: leads.organizationId,
  firstName: leads.firstName,
  lastName: leads.lastName,
  email: leads.email,
  record: leads.record,
  company: leads.company,
  sortCompany: leads.sortCompany,
  searchText: leads.searchText,
  knownEmail: leads.knownEmail,
  knownPhone: leads.knownPhone,
  knownDomain: leads.knownDomain,
  knownCompany: leads.knownCompany,
};

type Filled = Pick<typeof leads.$inferSelect, keyof typeof COLUMNS>;

function fillFree(db: Db, { ids, fields }: { ids: string[]; fields: KeyFields }): Promise<Set<string>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${keepCompanyField}`);
    const rows = await tx
      .select(COLUMNS)
      .from(leads)
      .where(inArray(leads.id, ids))
      .for('update', { skipLocked: true });
    await update(tx, { rows, fields });
    return new Set(rows.map(({ id }) => id));
  });
}

function fillOne(db: Db, { id, fields }: { id: string; fields: KeyFields }): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${keepCompanyField}`);
    await update(tx, {
      rows: await tx
        .select(COLUMNS)
        .from(leads)
        .where(inArray(leads.id, [id]))
        .for('update'),
      fields,
    });
  });
}

/** Only rows that differ: a job that is repeated after a kill writes nothing twice. */
async function update(
  tx: Db,
  { rows, fields }: { rows: readonly Filled[]; fields: KeyFields },
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const { id, organizationId, firstName, lastName, email, record } = row;
    const columns = keyColumns({ firstName, lastName, email, ...record }, fields);
    return isFilled(row, columns) ? [] : [{ id, organizationId, ...columns }];
  });
  if (changed.length === 0) return;
  await recordCompanies(tx, changed);
  await tx.execute(sql`
    update ${leads} set company = filled.company, sort_company = filled."sortCompany",
      search_text = filled."searchText", search_grams = filled."searchGrams",
      known_email = filled."knownEmail", known_phone = filled."knownPhone",
      known_domain = filled."knownDomain", known_company = filled."knownCompany"
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as filled (
      id text, company text, "sortCompany" text, "searchText" text, "searchGrams" integer[],
      "knownEmail" text, "knownPhone" text, "knownDomain" text, "knownCompany" text
    ) where leads.id = filled.id`);
}

const DERIVED = ['company', 'sortCompany', 'searchText', ...KNOWN_COLUMNS] as const;

function isFilled(row: Filled, columns: Pick<Filled, (typeof DERIVED)[number]>): boolean {
  return DERIVED.every((column) => row[column] === columns[column]);
}
