import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasureSchema } from '@/lib/admin/erasure/command';
import { writeAudit } from '@/lib/audit/write-audit';
import { auditLog } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { type ErasureDesk, now, openErasureDesk } from '@/tests/support/erasing';
import { addViewer } from '@/tests/support/rows';

/** What other scripts, keyboards and programs make of a person, in rows that the database has to find first. */

const EMAIL = 'kb.desk@script.example';

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

it('goes from the log, names of files, rows and drafts; those of others stay', async () => {
  const custom = { phone: '+49 30 99887766' };
  await desk.addLead({ email: EMAIL, firstName: 'Karl', lastName: 'Brandtmann', custom });
  const theirs = [
    'ask Ka\u200brl Brandt\u00admann',
    'ask Brandtmann، Karl',
    'ask ٠٣٠ ٩٩٨٨٧٧٦٦',
    'ask ｋｂ.ｄｅｓｋ＠script.example',
    'ask kb.desk&#64;script.example',
    'ask KarlBrandtmann',
    'ask Karl Brandtmann geb. Lie',
  ];
  const others = ['ask Karl Brandtmann-Meier', 'ask kb.desk@script.examplé', 'ask ٠٣٠ ٩٩٨٨٧٧٦٧'];
  for (const subject of [...theirs, ...others])
    await writeAudit(desk.db, { event: 'lead.viewed', subject, at: now });
  const elsewhere = await addViewer(desk.db);
  await desk.addImport({ fileName: 'karlbrandtmann.csv' });
  await desk.addImport({ fileName: 'karlbrandtmann-2.csv', of: await addViewer(desk.db) });
  await desk.addImport({ fileName: 'KarlBrandtmann-3.csv', of: elsewhere });
  const rows = [
    ['Karl', 'Brandtmann', 'ｋｂ.desk＠script.example', '', ''],
    ['Ole', 'Lie', 'ole@script.example', '', 'or kb.de\u200bsk@script.example'],
  ];
  const importId = await desk.addImport({ fileName: 'rows.csv', rows, of: elsewhere });
  await desk.addDraft([['email', 'email', 'kb.desk\u200b@script.example']], elsewhere);

  expect(await desk.run(EMAIL)).toMatchObject({ kind: 'erased' });
  const subjects = (await desk.db.select().from(auditLog)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'ask •••')).toHaveLength(theirs.length);
  expect(subjects).toEqual(expect.arrayContaining(others));
  expect((await desk.fileNames()).toSorted()).toEqual(
    ['karlbrandtmann-2.csv', 'rows.csv', '•••-3.csv', '•••.csv'].toSorted(),
  );
  const left = await desk.db.select().from(importRows).where(eq(importRows.importId, importId));
  expect(left.map(({ cells }) => cells)).toEqual([['Ole', 'Lie', 'ole@script.example', '', 'or •••']]);
  expect(await desk.db.$count(drafts)).toBe(0);
});

it('is found by an address that was copied with what nobody sees, and if a lead has it so', async () => {
  await desk.addLead({ email: 'Copied\u200b@script.example', firstName: 'Cora', lastName: 'Copied' });
  const { email } = erasureSchema.parse({ command: 'find', email: '\u202acopied＠script.example\u00ad' });
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  expect(await desk.db.$count(leads, isNotNull(leads.erasedAt))).toBe(2);
});
