import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runToEnd, startChild, waitUntilServing } from '@/scripts/lib/child';
import { freePort } from '@/scripts/lib/ports';
import { demoSettings } from '@/scripts/lib/stack-processes';

const MINUTE_MS = 60_000;
/** Both together take two minutes on two quiet cores; other tests run beside it. */
const HANGS_MS = 8 * MINUTE_MS;

/** The committed files in a folder of their own, outside this one: packages are resolved upwards. */
async function checkOut(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const desk = join(folder, 'desk');
  const archive = join(folder, 'desk.tar');
  mkdirSync(desk);
  const git = { name: 'The checkout', env: process.env };
  await runToEnd({ ...git, command: 'git', args: ['archive', '--format=tar', '-o', archive, 'HEAD'] });
  await runToEnd({ ...git, command: 'tar', args: ['-xf', archive, '-C', desk] });
  return desk;
}

/** A step that names itself if it does not end. */
function limited(name: string): { name: string; signal: AbortSignal } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`${name} hangs.`)), HANGS_MS);
  onTestFinished(() => clearTimeout(timer));
  return { name, signal: controller.signal };
}

it('npm ci --omit=dev, npm run build and npm start on the committed files give a desk that answers and ends', {
  timeout: 18 * MINUTE_MS,
}, async () => {
  const cwd = await checkOut();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = demoSettings({
    appUrl: url,
    appSecret: 'long-enough-for-a-desk-that-is-only-started',
    // Nothing listens there.
    serviceUrl: 'http://127.0.0.1:9',
  });
  const env = { ...settings, DEMO: 'false', DATA_DIR: join(cwd, 'data') };
  const npm = { command: 'npm', env, cwd };

  // A registry that does not answer is asked again, and not only after npm's five minutes.
  const patience = ['--fetch-timeout=60000', '--fetch-retries=3'];
  const install = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', ...patience];
  await runToEnd({ ...npm, ...limited('The installation'), args: install });
  await runToEnd({ ...npm, ...limited('The build'), args: ['run', 'build'] });
  const desk = startChild({
    ...npm,
    name: 'The desk',
    logFile: join(cwd, 'desk.log'),
    args: ['start', '--', '-H', '127.0.0.1', '-p', String(port)],
  });
  onTestFinished(() => desk.stop());
  await waitUntilServing(desk, { address: `${url}/api/health`, withinMs: MINUTE_MS });
  for (const path of ['/signin', '/accessibility']) {
    expect((await fetch(`${url}${path}`, { redirect: 'manual' })).status, path).toBe(200);
  }
  const began = Date.now();
  desk.send('SIGTERM');
  expect(await desk.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - began).toBeLessThan(20_000);
});
