import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '@/sandbox/server';
import { request } from '@/tests/support/sandbox';

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  file = join(folder, 'deep', 'sandbox.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the process of the sandbox', () => {
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  const start = (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
      env: { ...process.env, SANDBOX_DATA: file, SANDBOX_PORT: '0', ...env },
    });
    children.add(child);
    let output = '';
    const lines: ((text: string) => void)[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        for (const tell of lines.splice(0)) tell(output);
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const said = () => new Promise<string>((resolve) => lines.push(resolve));
    return { child, ended, said, output: () => output };
  };

  it('prints one line when ready and ends cleanly on SIGTERM', async () => {
    const { child, ended, said } = start({});
    const line = await said();
    const [, url] = /^sandbox ready at (http:\/\/localhost:\d+) \(console: \1\/console\)\n$/.exec(line) ?? [];
    expect((await request(`${url}/healthz`)).status).toBe(200);
    expect((await request(`${url}/console`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8')).leads).toHaveLength(60);
  });

  it('loses at most what happened just before SIGKILL', async () => {
    const { child, ended, said } = start({});
    const url = (await said()).match(/http:\/\/localhost:\d+/)?.[0] ?? '';
    await request(`${url}/console/api/leads`, { method: 'POST', body: '{"lastName":"Kept"}' });
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 2000 }).toContain('Kept');
    child.kill('SIGKILL');
    await ended;
    const again = await startSandbox({ port: 0, file });
    expect((await request(`${again.url}/console/api/leads`)).text).toContain('Kept');
    await again.close();
  });

  it('accepts mails only at the configured address, and prints it', async () => {
    const { child, ended, said } = start({ SANDBOX_SMTP_PORT: '0' });
    const line = await said();
    expect(line).toMatch(
      /^sandbox ready at \S+ \(console: \S+\/console, mails: smtp:\/\/127\.0\.0\.1:\d+\)\n$/,
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('reports in one line that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { ended, output } = start({ SANDBOX_PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output()).toMatch(new RegExp(`^Port ${port} is taken\\..*\\n$`));
    other.close();
  });

  it('names an invalid setting', async () => {
    const { ended, output } = start({ SANDBOX_TOKEN_SECONDS: 'soon' });
    expect(await ended).toBe(1);
    expect(output()).toContain('SANDBOX_TOKEN_SECONDS');
  });
});
