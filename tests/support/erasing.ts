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
import { commitDeliveries } from '@/lib/webhooks/commit';
import { applyLeadOf, silentLog } from './rows';

const SECRET = 'an application secret of 32 characters';
const [mailVault, receiptVault] = [createVault(SECRET, 'mail'), createVault(SECRET, 'receipt-key')];
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
type ImportTask = {
  fileName: string;
  rows?: Cell[][];
  of?: Viewer;
  columns?: (string | null)[] | null;
  headings?: string[];
};

export const ownerOf = ({ membership: { organizationId, agentId } }: Viewer) => ({ organizationId, agentId });

/** Leads, drafts and imports of a person to erase, in a database with a form of these fields; `of` is the viewer unless it says another. */
export async function startErasing({ db }: Pick<Database, 'db'>, viewer: Viewer) {
  await db.transaction((tx) => updateCompanyField(tx, { fields: FIELDS, now }));
  let number = 0;

  const run = (email: string) =>
    erase(db, {
      ...{ email, by, now, issuer: 'https://desk.example' },
      ...{ mailVault, receiptVault, log: silentLog },
    });
  const look = (email: string) => findTraces(db, { email, vault: mailVault });

  async function addLead({ custom = {}, ...lead }: Person, of = viewer): Promise<string> {
    number += 1;
    const id = `lead-${number}`;
    await applyLeadOf(db, of, { lead: { id, createdAt: now, ...lead, standard: lead, custom }, now });
    return id;
  }

  async function addImport(task: ImportTask): Promise<string> {
    const { fileName, rows = [], of = viewer, columns = COLUMNS, headings = [] } = task;
    const id = newId('import');
    await db.insert(imports).values({
      ...{
        id,
        personId: of.personId,
        ...ownerOf(of),
        state: 'open',
        fileName,
        createdAt: now,
        updatedAt: now,
      },
      ...{ columns, headings },
    });
    for (const [position, cells] of rows.entries())
      await db.insert(importRows).values({ importId: id, position, line: position + 1, cells });
    return id;
  }

  async function addDraft(fields: DraftField[], of = viewer): Promise<string> {
    const id = newId('draft');
    await db.insert(drafts).values({
      ...{ id, personId: of.personId, ...ownerOf(of), schemaVersion: '', locale: 'en', timeZone: 'UTC' },
      ...{ revision: newId('revision'), createdAt: now, updatedAt: now, fields },
    });
    return id;
  }

  /** A delivery that nobody can read. */
  const deliver = (body: Uint8Array) =>
    commitDeliveries(db, [
      {
        ...{ receiverId: 'r', now, notification: undefined, body },
        ...{ isBurst: false, isNoted: false, endsLegacy: false, endsRotation: false },
      },
    ]);

  const fileNames = async () => (await db.select().from(imports)).map(({ fileName }) => fileName);
  return { run, look, addLead, addImport, addDraft, deliver, fileNames };
}
