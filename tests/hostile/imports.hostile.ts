import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkCells,
  importIdOf,
  postCommand,
  uploadCells,
  uploadFile,
} from '@/tests/support/desk/import-pages';
import { rssOf } from '@/tests/support/desk/memory';
import { rowXml, workbook } from '@/tests/support/workbook';
import { ownerNamed } from './harness/drafts';
import { footprintOf } from './harness/footprint';
import { formsOf, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { addImport } from './harness/imports';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.sql.query('delete from imports');
  await world.sql.query('delete from rate_limits');
});

const HEAD = 'First name,Last name,Email,Platform,Company';
const STEPS = ['columns', 'check', 'send', 'result', 'file'];
const COMMANDS = ['delete', 'check', 'save', 'leave-all-out', 'start', 'pause', 'stop', 'read'];
/** Sends 10 MB without a session, but for their last byte, as far as they are taken. The connection stays open. */
async function sendMostOf(origin: string, path: string): Promise<Socket> {
  const { host, hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`];
  const type = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 10000001'];
  socket.write(`${[...head, ...type].join('\r\n')}\r\n\r\n`);
  const sent = new Promise<void>((resolve) => {
    socket.write(Buffer.alloc(10_000_000), () => resolve());
    socket.once('data', () => resolve()).once('close', () => resolve());
  });
  await sent;
  return socket;
}

const count = async (table: string) => (await world.sql.query(`select 1 from ${table}`)).rowCount;

describe('hostile row 58: imports of somebody else', () => {
  it('no step of theirs is shown, to colleagues or managers, and none is changed', async () => {
    const id = await addImport(world.sql, await ownerNamed(world.sql, 'Maya Lindqvist'));
    const before = await footprintOf(world.sql);
    const own = await world.browsers.agent.get('/leads/import');
    expect(own.text).toContain('Imported');
    const [form] = formsOf(own.text).filter(({ fields }) => fields.some(([, value]) => value === id));
    if (!form) throw new Error('There is no form that deletes.');
    for (const actor of ['other agent', 'manager'] as const) {
      const browser = world.browsers[actor];
      expect((await browser.get('/leads/import')).text).not.toContain('Imported');
      for (const step of STEPS) expect((await browser.get(`/leads/import/${id}/${step}`)).status).toBe(404);
      for (const command of COMMANDS) {
        const fields = form.fields.map(([name, value]): [string, string] => [
          name,
          name === 'command' ? command : value,
        ]);
        const more: [string, string][] = [
          ['view', 'wrong'],
          ['rows', '0,1'],
          ['version', 'x'],
          ['draft', '1'],
          ['headings', '0'],
        ];
        const posted = { path: '/leads/import', fields: [...fields, ...more] };
        const response = await postForm(browser, world.origin, posted);
        expect(indiscretionOf(response, ['Imported'])).toBeUndefined();
      }
    }
    const { rate_limits: _, ...after } = await footprintOf(world.sql);
    expect(after).toEqual({ ...before, rate_limits: undefined });
  });
});

describe('hostile row 59: files that no spreadsheet writes', () => {
  const spaces = ' '.repeat(80_000_000);
  const bomb = workbook({ rows: `<row r="1"><c r="A1" t="str"><v>${spaces}</v></c></row>` });
  const secret =
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><workbook><sheets><sheet name="&e;"/></sheets></workbook>';

  it.each<[string, Uint8Array, string]>([
    ['a zip bomb', bomb, 'too-large'],
    ['entities that read a file', workbook({ rows: '', workbook: secret }), 'not-a-table'],
    ['one line of nearly 10 MB', Buffer.from(`${HEAD}\n${'x'.repeat(9_900_000)}`), 'quotes'],
    ['20,000,000 elements in each other', workbook({ rows: '<a>'.repeat(20_000_000) }), 'not-a-table'],
  ])('%s is refused with its reason, and nothing of it stays', async (_, bytes, fault) => {
    const page = await uploadFile(world.browsers.agent, bytes, 'leads.csv');
    expect(page.status).toBe(200);
    expect(new URL(page.path, world.origin).searchParams.get('fault')).toBe(fault);
    expect(indiscretionOf({ body: page.text })).toBeUndefined();
    expect([await count('imports'), await count('import_rows')]).toEqual([0, 0]);
  });

  it('a long number format in many styles, and dates of many letters, are read', async () => {
    const format = `<numFmt numFmtId="164" formatCode="${'['.repeat(120_000)}"/>`;
    const styles = `<styleSheet>${format}<cellXfs>${'<xf numFmtId="164"/>'.repeat(10_000)}</cellXfs></styleSheet>`;
    const rows = rowXml(1, ['Last name', 'Email']) + rowXml(2, ['Berg', 'berg@firm.example']);
    const styled = await uploadFile(world.browsers.agent, workbook({ rows, styles }), 'leads.xlsx');
    expect(styled.path).toMatch(/\/columns$/);
    const dates = `a,b,c@d.example,Web store,e,${'T'.repeat(1_500)}\n`.repeat(2_000);
    const id = await checkCells(world.browsers.agent, `${HEAD},Expected close date\n${dates}`);
    expect((await world.browsers.agent.get(`/leads/import/${id}/check`)).status).toBe(200);
  });

  it('numbers of rows that no sheet has, and a name of a sheet that is cut within an emoji, are read', async () => {
    const book = `<workbook><sheets><sheet name="${'x'.repeat(99)}😀y" r:id="rId1"/></sheets></workbook>`;
    for (const number of ['99999999999', '1e300']) {
      const far = rowXml(2, ['Berg', 'berg@firm.example']).replace('r="2"', `r="${number}"`);
      const rows = rowXml(1, ['Last name', 'Email']) + far;
      const page = await uploadFile(world.browsers.agent, workbook({ rows, workbook: book }), 'leads.xlsx');
      expect(page.path).toMatch(/\/columns$/);
    }
  });

  it('while a file is read that takes long, others are answered', async () => {
    const commas = Buffer.from(`${HEAD}\n${`${','.repeat(180_000)}\n`.repeat(54)}`);
    let isRead = false;
    const upload = uploadFile(world.browsers.agent, commas, 'leads.csv').then((page) => {
      isRead = true;
      return page;
    });
    for (let page = 0; page < 3; page += 1)
      expect((await world.browsers['other agent'].get('/leads')).status).toBe(200);
    expect(isRead).toBe(false);
    expect((await upload).path).toContain('fault=empty');
  });

  it('what strangers post is not kept in memory', async () => {
    const [web] = world.desk.webs;
    if (!web) throw new Error('No process answers.');
    const before = rssOf(web);
    const sockets = await Promise.all(
      Array.from({ length: 100 }, () => sendMostOf(world.origin, '/leads/import/upload')),
    );
    expect(rssOf(web) - before).toBeLessThan(200_000_000);
    for (const socket of sockets) socket.destroy();
  });

  it('a body of more than 10 MB is refused before it is read', async () => {
    const response = await send({
      origin: world.origin,
      path: '/leads/import/upload',
      method: 'POST',
      headers: {
        cookie: world.browsers.agent.cookies(),
        origin: world.origin,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: Buffer.alloc(200_000_000),
    });
    expect([0, 413]).toContain(response.status);
    expect(await count('imports')).toBe(0);
  });

  it('formulas, markup and the names of prototypes are texts', async () => {
    const cells = [
      HEAD,
      '=1+1,<img src=x onerror=alert(1)>,__proto__@firm.example,Web store,constructor',
    ].join('\n');
    const id = await checkCells(world.browsers.agent, cells);
    const { text } = await world.browsers.agent.get(`/leads/import/${id}/check?show=ready`);
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('constructor');
  });

  it('headings that are markup, alike, empty or endless are named as they are', async () => {
    const head = ['<script>alert(1)</script>', 'Email', 'Email', '', '__proto__', 'x'.repeat(5_000)].join(
      '\t',
    );
    const page = await uploadCells(world.browsers.agent, `${head}\nBerg\ta@b.example\tc@d.example\t1\t2\t3`);
    expect(page.text).not.toContain('<script>alert(1)');
    const path = `/leads/import/${importIdOf(page)}/columns`;
    const taken = await postCommand(world.browsers.agent, path, { command: 'columns' });
    expect(taken.status).toBe(200);
  });

  it('a sheet with macros is read as a table', async () => {
    const rows = [rowXml(1, ['Last name', 'Email']), rowXml(2, ['Berg', 'berg@firm.example'])].join('');
    const bytes = workbook({ rows, more: [{ name: 'xl/vbaProject.bin', content: 'Sub AutoOpen()' }] });
    const page = await uploadFile(world.browsers.agent, bytes, 'leads.xlsm');
    expect(page.path).toMatch(/\/columns$/);
  });

  it('a person has at most 20 imports, and is told so', async () => {
    const owner = await ownerNamed(world.sql, 'Maya Lindqvist');
    for (let number = 0; number < 20; number += 1) await addImport(world.sql, owner, `Import ${number}`);
    const page = await uploadCells(world.browsers.agent, `${HEAD}\na,b,c@d.example,Web store,e`);
    expect(page.path).toContain('fault=too-many');
  });

  it('a fault that nobody has is not shown', async () => {
    const { text } = await world.browsers.agent.get('/leads/import?fault=<b>x&line=%00&column=-1');
    expect(text).not.toContain('role="alert"');
  });
});
