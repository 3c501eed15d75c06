import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, callSandbox, LEAD, LEADS, openReceiver, SUBSCRIPTIONS } from '@/tests/support/sandbox';
import { startSandbox } from './server';
import { StateFileError } from './store';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  file = join(folder, 'deep', 'sandbox.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a second start', () => {
  it('continues with the same leads, form, keys, subscriptions, switches and tokens', async () => {
    const first = await startSandbox({ port: 0, file, seedLeads: 3 });
    const before = await callSandbox(first);
    const made = await before.call('POST', LEADS, LEAD);
    await before.vendor('POST', '/fields', { fieldId: '__proto__', label: 'Odd', type: 'text' });
    const odd = JSON.parse('{"customFields":{"__proto__":"kept"}}');
    await before.vendor('PATCH', `/leads/${at(made.body, 'id')}`, odd);
    await before.vendor('PUT', '/shape', { leadEnvelope: 'lead' });
    await before.call('POST', SUBSCRIPTIONS, { topic: 'lead/create', url: 'https://desk.example/' });
    const kept = (await before.vendor('GET', '/leads')).text;
    await first.close();

    const second = await startSandbox({ port: 0, file });
    const after = await callSandbox(second);
    expect((await after.vendor('GET', '/leads')).text).toBe(kept);
    expect(kept).toContain('"__proto__":"kept"');
    const bearer = `Bearer ${before.token}`;
    const read = await after.call('GET', `${LEADS}/${at(made.body, 'id')}`, undefined, bearer);
    expect(at(read.body, 'lead', 'id')).toBe(at(made.body, 'id'));
    expect(at((await after.call('GET', SUBSCRIPTIONS)).body, 'data')).toHaveLength(1);
    await second.close();
  });

  it('resumes deliveries that were not acknowledged yet', async () => {
    const first = await startSandbox({ port: 0, file, seedLeads: 0 });
    const desk = await callSandbox(first);
    let up = false;
    const receiver = await openReceiver(() => (up ? 200 : 503));
    await desk.call('POST', SUBSCRIPTIONS, { topic: 'lead/create', url: receiver.url });
    await desk.call('POST', LEADS, LEAD);
    await receiver.until(1);
    await first.close();
    up = true;
    const sent = receiver.received.length;
    const second = await startSandbox({ port: 0, file });
    const all = await receiver.until(sent + 1);
    expect(all.at(-1)?.bytes).toEqual(all[0]?.bytes);
    await second.close();
    await receiver.close();
  });

  it.each(['', '{"version":1', '{"version":2}', '[]'])(
    'refuses the damaged file %j and leaves it',
    async (text) => {
      const damaged = join(folder, 'sandbox.json');
      await writeFile(damaged, text);
      await expect(startSandbox({ port: 0, file: damaged })).rejects.toThrow(StateFileError);
      expect(await readFile(damaged, 'utf8')).toBe(text);
    },
  );

  it('makes its file unreadable for other users', async () => {
    const sandbox = await startSandbox({ port: 0, file, seedLeads: 0 });
    await sandbox.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('on a taken port does not change the file of the first', async () => {
    const first = await startSandbox({ port: 0, file, seedLeads: 0 });
    const desk = await callSandbox(first);
    await expect(startSandbox({ port: first.port, file })).rejects.toThrow('EADDRINUSE');
    await desk.call('POST', LEADS, LEAD);
    await first.close();
    expect(JSON.parse(await readFile(file, 'utf8')).leads).toHaveLength(1);
  });
});
