import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';
import type { LeadSchema } from '@/lib/forms/field';
import { readPastedTable } from '@/lib/import-files/read-file';
import { storeFile } from '@/lib/imports/store-file';
import { findSchema, readSchema } from '@/lib/lead-schema/schema';
import { freshDatabase } from '@/tests/support/database';
import { saveTyped } from '@/tests/support/drafts';
import { english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { previewFormChange } from './preview-form-change';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));

const previewed = (schema: LeadSchema) =>
  previewFormChange(database.db, { schema, texts: english, locale: 'en', timeZone: 'UTC' });

async function inForce(): Promise<LeadSchema> {
  const known = await findSchema(database.db);
  if (!known) throw new Error('The form has not been read.');
  return known.schema;
}

const without = (schema: LeadSchema, gone: string): LeadSchema => ({
  ...schema,
  fields: schema.fields.filter(({ id }) => id !== gone),
});

describe('a changed form is tried before the portal changes it', () => {
  it('is compared with nothing before the form was read', async () => {
    expect(await previewed({ version: 'x', fields: [], notes: [] })).toBeUndefined();
    await readSchema(database.db, { service: portal.service, now: new Date() });
  });

  it('says that the form in force changes nothing', async () => {
    const same = await previewed(await inForce());
    expect(same).toMatchObject({ changes: [], drafts: { checked: 0, broken: 0 }, imports: { broken: 0 } });
  });

  it('counts drafts, submissions on their way, imports and settings that it would break, and changes none of them', async () => {
    const { db } = database;
    await saveTyped(db, viewer, { fields: [['companyName', 'text', 'Alder']] });
    await saveTyped(db, viewer, { lastName: 'Lind' });
    await queueSubmission({ database, portal, viewer });
    const table = await readPastedTable('Last name,Company\nBerg,Alder\n');
    await storeFile(db, viewer, {
      table,
      bytes: new Uint8Array(),
      fileName: 'leads.csv',
      now: new Date(),
    });
    await db.update(imports).set({ columns: ['lastName', 'companyName'] });
    await db.insert(fieldSettings).values({ fieldId: 'companyName', label: 'Client', hidden: false });
    const before = await everything();

    const schema = without(await inForce(), 'companyName');
    const vat = makeField({ id: 'vat', label: 'VAT number', required: true });
    const found = await previewed({ ...schema, fields: [...schema.fields, vat] });

    expect(found?.changes.map(({ change }) => change)).toEqual(expect.arrayContaining(['added', 'removed']));
    expect(found?.drafts).toMatchObject({ checked: 2, broken: 2, by: { lost: 1, missing: 2, refused: 0 } });
    expect(found?.waiting).toMatchObject({ checked: 1, broken: 1, by: { missing: 1 } });
    expect(found?.imports).toMatchObject({ checked: 1, broken: 1, by: { lost: 1, missing: 1 } });
    expect(found?.settings).toMatchObject({ gone: ['Client'], roles: [{ role: 'company', was: 'Client' }] });
    expect(await everything()).toEqual(before);
  });
});

/** All that a form preview looks at. */
async function everything() {
  const { db } = database;
  const tables = [drafts, submissions, imports, fieldSettings, schemaState, schemaVersions] as const;
  return await Promise.all(tables.map((table) => db.select().from(table)));
}
