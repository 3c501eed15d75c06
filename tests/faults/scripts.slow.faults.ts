import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '@/scripts/lib/ports';
import { demoSettings } from '@/scripts/lib/stack-processes';
import { until } from '../support/desk/until';

/** Arguments for a script that ends on its own, and the output and exit code that prove it ran. */
type Short = { args: string[]; says: RegExp; code: number };

const SHORT: Record<string, Short> = {
  bench: { args: ['no-such-bench'], says: /npm run bench -- bundle/, code: 2 },
  backup: { args: [], says: /There is no database in /, code: 2 },
  build: { args: [], says: /^Build: /m, code: 0 },
  shots: { args: ['no-such-page'], says: /No page begins with that/, code: 2 },
  'test:model': { args: ['--seconds', '0'], says: /--seconds takes a number/, code: 1 },
};

async function start(script: string, args: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const port = await freePort();
  const settings = demoSettings({
    appUrl: `http://127.0.0.1:${port}`,
    appSecret: 'long-enough-for-a-desk-that-only-starts-and-stops',
    serviceUrl: 'http://127.0.0.1:9',
  });
  const env: NodeJS.ProcessEnv = {
    ...settings,
    PORT: String(port),
    HOSTNAME: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: '',
    SANDBOX_PORT: String(port),
    SANDBOX_DATA: join(folder, 'sandbox.json'),
    WEBHOOK_BASE_URL: '',
  };
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    env,
    detached: true,
    stdio: 'pipe',
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return { child, port, said: () => said, ended: once(child, 'close') };
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}

/** `start`, `worker` and `demo` are started and ended by start-and-stop.slow.faults.ts, `dev` by development.slow.faults.ts. */
describe('a script of package.json', () => {
  it.each(Object.entries(SHORT))('runs: %s', async (script, { args, says, code }) => {
    const running = await start(script, args);
    const [ending] = await running.ended;
    expect(running.said()).toMatch(says);
    expect(ending, running.said()).toBe(code);
  });

  it('that keeps running ends on a signal with all it started: sandbox', async () => {
    const running = await start('sandbox');
    await until('it listens', () => canConnect(running.port), { withinMs: 60_000 });
    running.child.kill('SIGTERM');
    await running.ended;
    await until('nothing of it goes on', async () => !(await canConnect(running.port)), {
      withinMs: 2_000,
    });
  });
});
