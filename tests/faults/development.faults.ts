import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '@/scripts/lib/ports';
import { until } from '../support/desk/until';

/** A page that is there for this test alone, so that no file of the project is changed while others read it. */
const PAGE = 'app/hot-reload-probe';

/** Everything that was started in `folder`, by its environment. Elsewhere than on Linux nobody can see that. */
function processesIn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${folder}\0`);
      } catch {
        return false;
      }
    });
}

function writePage(text: string): void {
  writeFileSync(join(PAGE, 'page.tsx'), `export default function Page() {\n  return <p>${text}</p>;\n}\n`);
}

it('npm run dev serves the sign-in page, shows a changed file, starts one worker, and leaves nothing running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  onTestFinished(() => rmSync(PAGE, { recursive: true, force: true }));
  mkdirSync(PAGE, { recursive: true });
  writePage('as it was');

  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const desk = `http://localhost:${port}`;
  const child = spawn('npm', ['run', '--silent', 'dev'], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      DATABASE_URL: '',
    },
    detached: true,
    stdio: 'pipe',
  });
  const ended = once(child, 'close');
  // By its own hand: killed at once, it could not end what it started.
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const page = async (path: string) => (await fetch(`${desk}${path}`, { redirect: 'follow' })).text();

  await until(
    'it is ready',
    async () => said.includes('Partner Desk is running') || child.exitCode !== null,
    {
      withinMs: 180_000,
    },
  );
  expect(said, 'it says where it is').toContain(desk);
  expect(await page('/signin?callbackUrl=%2F'), 'the demo people are there').toContain('Maya Lindqvist');
  expect(await page(`/${PAGE.slice('app/'.length)}`)).toContain('as it was');
  writePage('changed');
  await until(
    'the change is served',
    async () => (await page(`/${PAGE.slice('app/'.length)}`)).includes('changed'),
    {
      withinMs: 20_000,
    },
  );
  expect(said.split('desk.started'), 'one worker and one database').toHaveLength(2);

  child.kill('SIGTERM');
  await ended;
  await until('all it started has ended', async () => processesIn(folder).length === 0, { withinMs: 10_000 });
}, 240_000);
