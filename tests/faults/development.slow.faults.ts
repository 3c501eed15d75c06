import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '@/scripts/lib/ports';
import { until } from '../support/desk/until';

/** What `npm run dev` needs, and the page that the test changes and requests. */
const SOURCES = [
  ...['app', 'components', 'lib', 'messages', 'public', 'sandbox', 'scripts'],
  ...[
    'instrumentation.ts',
    'proxy.ts',
    'next.config.js',
    'postcss.config.js',
    'tsconfig.json',
    'package.json',
  ],
];

const PAGE = 'app/(public)/accessibility/page.tsx';

/**
 * A copy of the sources, because other tests read the originals and Next runs only once per folder. It is
 * below this folder because packages are resolved upwards.
 */
function copySources(): string {
  mkdirSync('.data', { recursive: true });
  const copy = resolve(mkdtempSync(join('.data', 'development-')));
  for (const source of SOURCES) cpSync(source, join(copy, source), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** All processes started in `folder`, by their environment. Only Linux exposes that. */
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

it('npm run dev serves the sign-in page, shows a changed file, starts one worker, and leaves nothing running', async () => {
  const copy = copySources();
  const folder = join(copy, '.data');
  onTestFinished(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }));

  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const desk = `http://localhost:${port}`;
  const child = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: copy,
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
  // Stops gracefully: killed immediately, it could not end what it started.
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const page = async (path: string) => (await fetch(`${desk}${path}`, { redirect: 'error' })).text();

  await until(
    'it is ready',
    async () => said.includes('Partner Desk is running') || child.exitCode !== null,
    {
      withinMs: 180_000,
    },
  );
  expect(said, 'it says where it is').toContain(desk);
  expect(await page('/signin'), 'the demo people are there').toContain('Maya');
  expect(await page('/accessibility')).not.toContain('Changed while it runs');
  const source = readFileSync(join(copy, PAGE), 'utf8');
  writeFileSync(join(copy, PAGE), source.replace('<p>', '<p>Changed while it runs</p><p>'));
  await until(
    'the change is served',
    async () => (await page('/accessibility')).includes('Changed while it runs'),
    { withinMs: 20_000 },
  );
  expect(said.split('desk.started'), 'one worker and one database').toHaveLength(2);

  child.kill('SIGTERM');
  await ended;
  await until('all it started has ended', async () => processesIn(folder).length === 0, { withinMs: 10_000 });
}, 240_000);
