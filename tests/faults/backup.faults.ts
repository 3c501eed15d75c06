import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { signIn } from '../support/desk/agent';
import { startDesk } from '../support/desk/desk';
import { runScript } from '../support/desk/run-script';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

it('a backup of a running desk, restored a moment later, loses no lead of before, and sends none twice', async () => {
  const desk = await startDesk({ engine: 'pglite' });
  onTestFinished(() => desk.stop());
  const [web] = desk.webs;
  if (!web) throw new Error('There is no desk.');
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const { env } = web;
  await desk.vendor.setFaults({ down: true });
  // The first one is cut off and opens the circuit; the next one is definitely not sent.
  await maya.submit('Backed-up-before');
  const { submissionId: id, state } = await maya.submit('Backed-up');
  expect(state).toBe('queued');

  expect(await runScript('backup', { env })).toMatchObject({ code: 0 });
  const folder = join(dirname(desk.sandboxFile), 'backups');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([`${name}.sha256`]);
  const path = join(folder, name);
  await desk.vendor.setFaults({ down: false });
  await untilShown(maya, { id, state: 'accepted' });
  const restore = (...args: string[]) => runScript('restore', { args: [path, ...args], env });
  expect((await restore('--set-aside')).said).toMatch(/is in use by another Partner Desk/);

  await web.stop();
  expect((await restore()).said).toMatch(/add --set-aside/);
  expect(await restore('--set-aside')).toMatchObject({ code: 0 });
  await web.start();
  const found = await untilShown(maya, { id, state: 'accepted' });
  expect(await truthOf(desk, 'Backed-up')).toEqual({ answers: [201], ...onlyLead(found) });
});
