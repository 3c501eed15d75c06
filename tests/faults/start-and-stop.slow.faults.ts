import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '@/lib/db/lock';
import { freePort } from '@/scripts/lib/ports';
import { demoSettings } from '@/scripts/lib/stack-processes';
import { until } from '../support/desk/until';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
});

/** Twice what a desk allows itself: its start, which it ends first, takes long on a busy machine. */
const WITHIN_MS = 20_000;
const within = { withinMs: 120_000 };

/** Runs one of the project's own commands, as a person or a service manager does. */
async function run(script: 'start' | 'worker' | 'demo') {
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const address = `http://127.0.0.1:${port}/api/health`;
  const settings = demoSettings({
    appUrl: `http://127.0.0.1:${port}`,
    appSecret: 'long-enough-for-a-desk-that-only-starts-and-stops',
    serviceUrl: 'http://127.0.0.1:9',
  });
  const env = {
    ...settings,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOSTNAME: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: '',
    WEBHOOK_BASE_URL: '',
  };
  const flags = script === 'demo' ? [] : ['--', '-H', '127.0.0.1'];
  const child = spawn('npm', ['run', '--silent', script, ...flags], { env, detached: true, stdio: 'pipe' });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = once(child, 'close');
  let asking = true;
  // Like a health check: it holds a connection while the desk starts.
  const asked = (async () => {
    while (asking) {
      await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    said: () => said,
    isWell: async () => (await fetch(address).catch(() => undefined))?.status === 200,
    /** Sends SIGTERM to the command alone; resolves with how long it took to end. */
    end: async () => {
      const began = performance.now();
      child.kill('SIGTERM');
      await ended;
      const ms = performance.now() - began;
      asking = false;
      await asked;
      expect(await canConnect(port), 'nothing of it goes on').toBe(false);
      expect(await canConnect(sandboxPort), 'nor of the sandbox').toBe(false);
      return ms;
    },
  };
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.unref();
  });
}

/** The folder has no owner, and no process waits for it. */
async function expectGivenBack(...path: string[]): Promise<void> {
  const report = (text: string) => {
    throw new Error(text);
  };
  const { release } = await lockFolder(join(folder, ...path), { report });
  release();
}

it('npm start ends in time when stopped while it makes the database; then npm run worker starts, and ends in time', async () => {
  const first = await run('start');
  await until('the database is being made', () => existsSync(join(folder, 'db', 'pg', 'PG_VERSION')), within);
  expect(await first.end(), first.said()).toBeLessThan(WITHIN_MS);
  await expectGivenBack('db');
  const second = await run('worker');
  await until('it is well', second.isWell, within);
  expect(await second.end(), second.said()).toBeLessThan(WITHIN_MS);
  await expectGivenBack('db');
});

it('npm run demo ends in time once it said that it is running', async () => {
  const running = await run('demo');
  await until('it runs', () => running.said().includes('is running'), within);
  expect(await running.end(), running.said()).toBeLessThan(WITHIN_MS);
  await expectGivenBack('db');
  await expectGivenBack();
});
