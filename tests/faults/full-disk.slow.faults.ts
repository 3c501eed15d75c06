import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { signIn } from '../support/desk/agent';
import { startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';

const PRELOAD = fileURLToPath(new URL('./folder/full-disk.cjs', import.meta.url));

it('on a full disk the desk reports itself unhealthy, reports nothing as saved, and recovers automatically', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mark = join(folder, 'is-full');
  const desk = await startDesk({
    engine: 'pglite',
    env: { NODE_OPTIONS: `--require=${PRELOAD}`, FULL_DISK: mark, FULL_DISK_UNDER: tmpdir() },
  });
  const [web] = desk.webs;
  if (!web) throw new Error('There is no web process.');
  const health = async () => {
    const response = await fetch(`${web.url}/api/health`);
    return `${response.status} ${await response.text()}`;
  };
  const agent = await signIn(web, 'Maya Lindqvist');
  expect(await health()).toBe('200 {"status":"ok"}');

  writeFileSync(mark, '');
  await until('the health says so', async () => (await health()).startsWith('503'));
  const saved: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    const { state, submissionId } = await agent
      .submit(`Full${number}`)
      .catch(() => ({ state: undefined, submissionId: '' }));
    if (state) saved.push(submissionId);
  }
  expect(await health()).toMatch(/^503/);

  rmSync(mark);
  await until('it is well again', async () => (await health()).startsWith('200'));
  const after = await agent.submit('AfterFull');
  expect(after.state).toMatch(/accepted|queued|sending/);
  for (const id of saved) expect((await agent.submission(id)).status, 'what was called saved').toBe(200);
  console.log(`on a full disk ${saved.length} of 8 leads were saved`);
  await desk.stop();
});
