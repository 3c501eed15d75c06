import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { importRows } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';
import { readPastedTable, readTable } from '@/lib/import-files/read-file';
import type { Table } from '@/lib/import-files/table';
import { readColumns } from '@/lib/imports/choose-columns';
import { importCommand } from '@/lib/imports/command';
import { FULL_NAME } from '@/lib/imports/full-name';
import { getImportForm, interpretationOf, nameInterpretation } from '@/lib/imports/import-form';
import { findImport } from '@/lib/imports/imports';
import { runImportCommand } from '@/lib/imports/run-command';
import { sendImport } from '@/lib/imports/send-rows';
import { IMPORT_SEND } from '@/lib/imports/start-sending';
import { storeFile } from '@/lib/imports/store-file';
import { readSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { freshDatabase } from './database';
import { english } from './english';
import { HOME, openTestPortal } from './portal';
import { addViewer, silentLog } from './rows';

/** Words and zone of whoever imports in a test. */
const WORDS = { t: english, locale: 'en', timeZone: 'UTC', device: {}, readFile: readTable };

type World = { database: Database; service: ServiceClient; viewer: Viewer };
type ColumnChanges = { without?: string; with?: [fieldId: string, column: number] };

export type ImportDesk = Awaited<ReturnType<typeof openImportDesk>>;

/**
 * A database that has read the form of a sandbox portal; `addHomeViewer()` adds an agent of the portal's own organization.
 * Open it in `beforeAll` and `close()` it in `afterAll`.
 */
export async function openImportDesk() {
  const [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  const { service } = portal;
  await readSchema(database.db, { service, now: new Date() });
  const home = { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] };
  return {
    database,
    db: database.db,
    portal,
    service,
    addHomeViewer: () => addViewer(database.db, home),
    close: () => Promise.all([database.close(), portal.close()]),
  };
}

/** What a person and the worker do with an import, without pages. */
export function importSteps(world: () => World) {
  const db = () => world().database.db;

  async function store(
    table: Table,
    by = world().viewer,
    bytes: Uint8Array = new Uint8Array(),
  ): Promise<string> {
    const result = await storeFile(db(), by, { table, bytes, fileName: 'leads.csv', now: new Date() });
    if (result.kind !== 'stored') throw new Error(result.kind);
    return result.id;
  }

  const storeBytes = async (bytes: Uint8Array) => await store(await readTable(bytes), world().viewer, bytes);

  const upload = async (lines: readonly string[], by = world().viewer) =>
    await store(await readPastedTable(lines.join('\n')), by);

  async function formOf() {
    const form = await getImportForm(db(), WORDS);
    if (!form) throw new Error('no form was read');
    return form;
  }

  async function storedOf(id: string) {
    const stored = await findImport(db(), world().viewer, id);
    if (!stored) throw new Error('no import');
    return stored;
  }

  async function run(id: string, command: Record<string, string>, by = world().viewer) {
    const post = importCommand.parse({ import: id, ...command });
    const task = { ...WORDS, service: world().service, now: new Date() };
    return await runImportCommand(db(), by, post, task);
  }

  /** Takes the guessed columns, with these changes, and checks the rows. */
  async function choose(id: string, changes: ColumnChanges = {}): Promise<void> {
    const form = await formOf();
    const columns = await readColumns(db(), world().viewer, { stored: await storedOf(id), form });
    const keys = new Map(form.model.fields.map((field) => [field.id, field.key]));
    keys.set(FULL_NAME, FULL_NAME);
    const chosen = columns.map(({ fieldId, index }) => {
      const kept = fieldId === changes.without ? null : fieldId;
      const id = changes.with?.[1] === index ? changes.with[0] : kept;
      return [`column.${index}`, keys.get(id ?? '') ?? ''];
    });
    const { version } = form.whole;
    const result = await run(id, { command: 'columns', version, ...Object.fromEntries(chosen) });
    if (result.kind !== 'next') throw new Error(`The columns were not taken: ${result.kind}`);
  }

  async function keyOf(fieldId: string): Promise<string> {
    const field = (await formOf()).model.fields.find(({ id }) => id === fieldId);
    if (!field) throw new Error(`no field ${fieldId}`);
    return field.key;
  }

  /** Saves corrections of a page of rows; without `rows` nothing is left out. */
  async function save(id: string, posted: Record<string, string>) {
    const { version } = (await formOf()).whole;
    return await run(id, Object.assign({ command: 'save', version, rows: '' }, posted));
  }

  /** How the page that sends was shown the rows. */
  async function interpretationNow(id: string): Promise<string> {
    const interpretation = interpretationOf(await storedOf(id), (await formOf()).model);
    return interpretation ? nameInterpretation(interpretation) : '';
  }

  /** What the page that sends posts now, with every consent stated. */
  async function startPost(id: string): Promise<Record<string, string>> {
    const { whole, consents } = await formOf();
    const stated = consents.fields.map(({ key }) => [`consent.${key}`, 'true']);
    const shown = { version: whole.version, interpretation: await interpretationNow(id) };
    return { command: 'start', ...shown, ...Object.fromEntries(stated) };
  }

  const start = async (id: string, by = world().viewer) => await run(id, await startPost(id), by);

  /** Runs the job once, as the worker would. */
  async function work(id: string, at = new Date()) {
    const times = { requestedAt: at, requestedOrder: 1, attempts: 1, failures: 0, lease: newId('lease') };
    const job = { id: 1, topic: IMPORT_SEND, key: id, payload: {}, priority: 1, generation: 1, ...times };
    return await sendImport(db(), { job, service: world().service, clock: () => at, log: silentLog });
  }

  const rowsIn = (id: string) =>
    db().select().from(importRows).where(eq(importRows.importId, id)).orderBy(asc(importRows.position));
  const mine = () => db().select().from(submissions).where(eq(submissions.personId, world().viewer.personId));
  /** As if the sender had sent all that is on its way. */
  const confirm = () =>
    db()
      .update(submissions)
      .set({ state: 'refused' })
      .where(eq(submissions.personId, world().viewer.personId));

  const steps = { store, storeBytes, upload, choose, save, keyOf, interpretationNow, startPost, start, work };
  return { ...steps, formOf, storedOf, run, rowsIn, mine, confirm };
}

export const HEAD = 'First name,Last name,Email,Platform,Value,Company';
let count = 0;

/** Rows that nobody else sent. */
export function rowsOf(number: number): string[] {
  return Array.from({ length: number }, () => {
    count += 1;
    return `Nils,Berg ${count},nils.${count}@firm-${count}.example,Web store,"1,250.50",Firm ${count}`;
  });
}
