import { sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { erase } from '@/lib/erasure/erase';
import { findTraces } from '@/lib/erasure/traces';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { GuessedField } from '@/lib/forms/field-roles';
import type { Cell } from '@/lib/import-files/table';
import { updateCompanyField } from '@/lib/lead-schema/company-field';
import { freshDatabase } from './database';
import { HOME, openTestPortal } from './portal';
import { addViewer, applyLeadOf, silentLog } from './rows';

const SECRET = 'an application secret of 32 characters';
/** What an erasure opens emails with, and signs with. */
export const mailVault = createVault(SECRET, 'mail');
export const receiptVault = createVault(SECRET, 'receipt-key');
export const issuer = 'https://desk.example';
const FIELDS: GuessedField[] = [
  { id: 'email', label: 'Email', kind: 'email', placement: 'standard' },
  { id: 'companyName', label: 'Company', kind: 'text', placement: 'custom' },
  { id: 'phone', label: 'Phone', kind: 'phone', placement: 'custom' },
];
const COLUMNS = ['firstName', 'lastName', 'email', 'phone', 'companyName'];

/** When everything in these tests happens, and who erases. */
export const now = new Date('2026-06-01T12:00:00Z');
export const by = { personId: 'per_admin', email: 'robin@vendor.example' };

type Person = { email: string; firstName: string; lastName: string; custom?: Record<string, string> };
type ImportInput = {
  fileName: string;
  rows?: Cell[][];
  of?: Viewer;
  columns?: (string | null)[] | null;
  headings?: string[];
};

export const ownerOf = ({ membership: { organizationId, agentId } }: Viewer) => ({ organizationId, agentId });

export type ErasureDesk = Awaited<ReturnType<typeof openErasureDesk>>;
export type ErasureDeskWithPortal = Awaited<ReturnType<typeof openErasureDeskWithPortal>>;

/**
 * A database with a form of these fields, and an agent: leads, drafts and imports of a person to erase are theirs unless
 * the test says whose. Open it in `beforeAll` and `close()` it in `afterAll`.
 */
export async function openErasureDesk() {
  const database = await freshDatabase();
  const viewer = await addViewer(database.db);
  const scene = await startErasing(database, viewer);
  return { database, db: database.db, viewer, ...scene, close: database.close };
}

/** The same beside a sandbox portal; `addHomeViewer()` adds an agent of the portal's own organization. */
export async function openErasureDeskWithPortal(options?: Parameters<typeof openTestPortal>[0]) {
  const [desk, portal] = await Promise.all([openErasureDesk(), openTestPortal(options)]);
  const ofHome = { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] };
  return {
    ...desk,
    portal,
    addHomeViewer: () => addViewer(desk.db, ofHome),
    close: () => Promise.all([desk.close(), portal.close()]),
  };
}

async function startErasing({ db }: Pick<Database, 'db'>, viewer: Viewer) {
  const readForm = () => db.transaction((tx) => updateCompanyField(tx, { fields: FIELDS, now }));
  await readForm();
  let number = 0;

  /** `ticked`: keys of places. */
  const run = (text: string, ticked: string[] = [], admin = by) =>
    erase(db, { text, ticked, by: admin, now, issuer, receiptVault, log: silentLog });
  const look = (text: string) => findTraces(db, { text });

  async function addLead({ custom = {}, ...lead }: Person, of = viewer): Promise<string> {
    number += 1;
    const id = `lead-${number}`;
    await applyLeadOf(db, of, { lead: { id, createdAt: now, ...lead, standard: lead, custom }, now });
    return id;
  }

  async function addImport(task: ImportInput): Promise<string> {
    const { fileName, rows = [], of = viewer, columns = COLUMNS, headings = [] } = task;
    const id = newId('import');
    await db.insert(imports).values({
      id,
      personId: of.personId,
      ...ownerOf(of),
      state: 'open',
      fileName,
      createdAt: now,
      updatedAt: now,
      columns,
      headings,
    });
    for (const [position, cells] of rows.entries())
      await db.insert(importRows).values({ importId: id, position, line: position + 1, cells });
    return id;
  }

  async function addDraft(fields: DraftField[], of = viewer): Promise<string> {
    const id = newId('draft');
    await db.insert(drafts).values({
      id,
      personId: of.personId,
      ...ownerOf(of),
      schemaVersion: '',
      locale: 'en',
      timeZone: 'UTC',
      revision: newId('revision'),
      createdAt: now,
      updatedAt: now,
      fields,
    });
    return id;
  }

  return { readForm, run, look, addLead, addImport, addDraft };
}

/** Every row of every table as text: bytes as text, mails opened. One row is one line. */
export async function dumpOf(db: Database['db']): Promise<string> {
  const texts: string[] = [];
  const rowsOf = async (query: string) => {
    const { rows } = (await db.execute(sql.raw(query))) as unknown as { rows: { text: string }[] };
    return rows.map(({ text }) => text);
  };
  const tables = await rowsOf(
    "select table_name as text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const table of tables) {
    const rows = await rowsOf(`select to_jsonb(t)::text as text from "${table}" t`);
    texts.push(...rows.map((row) => `${table} ${row}`));
  }
  texts.push(...(await rowsOf(`select encode(body, 'escape') as text from webhook_quarantine`)));
  texts.push(...(await rowsOf('select sealed as text from mails')).map((sealed) => mailVault.open(sealed)));
  if (tables.length < 30) throw new Error('tables are missing in the dump');
  return texts.join('\n');
}
