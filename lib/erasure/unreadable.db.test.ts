import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '@/lib/db/schema/admin';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { type ErasureDesk, openErasureDesk } from '@/tests/support/erasing';

/** What an erasure finds of the person in deliveries that nobody can read, and under names that are no plain ones. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

const bodies = async () =>
  (await desk.db.select().from(webhookQuarantine)).map(({ body }) => Buffer.from(body));

/** The same text in every encoding that a delivery has come in. */
const encodings = (text: string): [string, Buffer][] => [
  ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(text, 'utf16le').swap16()],
  ['base64', Buffer.from(JSON.stringify({ raw: Buffer.from(text).toString('base64') }))],
  ['base64 of UTF-16', Buffer.from(Buffer.from(text, 'utf16le').toString('base64'))],
  [
    'quoted-printable',
    Buffer.from(text.replace(/[^ -~]|=/gu, (one) => encodeURIComponent(one).replaceAll('%', '='))),
  ],
  [
    'JSON escapes',
    Buffer.from(text.replace(/\p{L}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  ],
  [
    'base64 of JSON escapes',
    Buffer.from(Buffer.from('{"a":"\\u0047r\\u00e9ta","b":"Zust\\u0065llmann"}').toString('base64')),
  ],
];

it.each(encodings('{"firstName":"Gréta","lastName":"Zustellmann"}').map(([name]) => name))(
  'a delivery in %s goes with its person, those of others stay, and none brings them back',
  async (name) => {
    const bodyOf = (first: string, last: string) =>
      encodings(`{"firstName":"${first}","lastName":"${last}"}`).find(([one]) => one === name)?.[1] ??
      Buffer.of();
    const email = `greta-${name.replace(/\W/g, '')}@unread.example`.toLowerCase();
    const id = await desk.addLead({ email, firstName: 'Gréta', lastName: 'Zustellmann' });
    const others = bodyOf('Otto', 'Anders');
    const theirs = bodyOf('Gréta', 'Zustellmann');
    await desk.deliver(theirs);
    if (!others.equals(theirs)) await desk.deliver(others);
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    const kept = await bodies();
    expect(kept.some((body) => body.equals(theirs))).toBe(false);
    if (!others.equals(theirs)) expect(kept.some((body) => body.equals(others))).toBe(true);
    const later = encodings(`{"lead":"${id}","lastName":"Zustellmann"}`).find(([one]) => one === name)?.[1];
    if (later && name !== 'base64 of JSON escapes') {
      await desk.deliver(later);
      expect((await bodies()).some((body) => body.equals(later))).toBe(false);
    }
  },
);

it.each<[string, { firstName: string; lastName: string }, string]>([
  [
    'a long name in one field',
    { firstName: '', lastName: 'Maria del Carmen López García' },
    'Maria del Carmen Lopez Garcia.csv',
  ],
  ['a first name of one letter', { firstName: 'J', lastName: 'Quellbrandt' }, 'J. Quellbrandt.csv'],
  ['a name in one field without a space', { firstName: '', lastName: '王小明' }, '客户王小明.csv'],
  ['a short name before an honorific', { firstName: '준', lastName: '김' }, '김준님.csv'],
])('a file that is called after %s is found', async (what, named, fileName) => {
  const email = `${what.replace(/\W/g, '')}@named.example`.toLowerCase();
  await desk.addLead({ email, ...named });
  await desk.addImport({ fileName });
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  expect(await desk.fileNames()).not.toContain(fileName);
});

it.each<[string, { firstName: string; lastName: string }, string]>([
  ['R&D', { firstName: 'R&D', lastName: 'Kontaktstelle' }, 'RD Kontaktstelle.csv'],
  ['Test User', { firstName: 'Test', lastName: 'User' }, 'test-user.csv'],
  ['Will May', { firstName: 'Will', lastName: 'May' }, 'What May will bring.csv'],
  ['a shorter name', { firstName: '小明', lastName: '王' }, '王小明德.csv'],
])('a file of others that has words of %s stays', async (what, named, fileName) => {
  const email = `${what.replace(/\W/g, '')}@others.example`.toLowerCase();
  await desk.addLead({ email, ...named });
  await desk.addImport({ fileName });
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  expect(await desk.fileNames()).toContain(fileName);
  expect(JSON.stringify(await desk.db.select().from(auditLog))).not.toContain(email);
});
