import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Child, runToEnd, startChild, waitUntilServing } from './child';
import { freePort } from './ports';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-child-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const node = (program: string) => ({ command: process.execPath, args: ['-e', program], env: process.env });

function start(program: string, killAfterMs?: number): Child {
  return startChild({ name: 'The child', ...node(program), logFile: join(folder, 'child.log'), killAfterMs });
}

const server = (port: number, body: string) =>
  `require('node:http').createServer((_, answer) => ${body}).listen(${port}, '127.0.0.1'); console.log('up')`;

describe('a started process', () => {
  it('is ready when it answers 200, ends when asked to, and leaves its log', async () => {
    const port = await freePort();
    const child = start(server(port, 'answer.end()'));
    await waitUntilServing(child, { address: `http://127.0.0.1:${port}/`, withinMs: 10_000 });
    await child.stop();
    expect(child.hasEnded()).toBe(true);
    expect(child.tail()).toContain('The child ended with SIGTERM.');
    expect(readFileSync(join(folder, 'child.log'), 'utf8')).toContain('up');
  });

  it('is killed if it does not end', async () => {
    const port = await freePort();
    const child = start(`process.on('SIGTERM', () => {}); ${server(port, 'answer.end()')}`, 50);
    await waitUntilServing(child, { address: `http://127.0.0.1:${port}/`, withinMs: 10_000 });
    await child.stop();
    expect(child.tail()).toContain('SIGKILL');
  });

  it('reports its last lines if it ends before it is ready', async () => {
    const child = start("console.error('no such table'); process.exit(3)");
    const address = `http://127.0.0.1:${await freePort()}/`;
    await expect(waitUntilServing(child, { address, withinMs: 10_000 })).rejects.toThrow(
      'The child did not start:\nno such table\nThe child ended with exit code 3.',
    );
  });

  it('reports its last answer if it is never ready', async () => {
    const port = await freePort();
    const child = start(server(port, "answer.writeHead(503).end('database unavailable')"));
    const address = `http://127.0.0.1:${port}/`;
    await expect(waitUntilServing(child, { address, withinMs: 2_000 })).rejects.toThrow(
      'The child is not ready after 2 s (503 database unavailable)',
    );
    await child.stop();
  });

  it('is no longer waited for after an abort', async () => {
    const child = start('setInterval(() => {}, 1000)');
    const address = `http://127.0.0.1:${await freePort()}/`;
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(waitUntilServing(child, { address, withinMs: 10_000, signal })).rejects.toThrow('stopped');
    await child.stop();
  });

  it('does not outlive us, even if what else we do at our end fails', async () => {
    const starter = join(folder, 'starter.ts');
    const program = `
      import { startChild } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))};
      process.once('exit', () => { throw new Error('the folder is not empty'); });
      const child = startChild({ name: 'X', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'],
        env: process.env, logFile: ${JSON.stringify(join(folder, 'grandchild.log'))} });
      console.log('pid ' + child.pid);
      process.exit(0);`;
    writeFileSync(starter, program);
    const ours = startChild({
      name: 'The starter',
      command: process.execPath,
      args: ['--import', 'tsx', starter],
      env: process.env,
      logFile: join(folder, 'starter.log'),
    });
    await ours.ended;
    const pid = Number(/pid (\d+)/.exec(ours.tail())?.[1]);
    expect(pid).toBeGreaterThan(0);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 5_000 });
  });

  it('that does not exist is reported', async () => {
    const child = startChild({
      name: 'X',
      command: join(folder, 'nothing'),
      args: [],
      env: process.env,
      logFile: join(folder, 'x.log'),
    });
    await child.ended;
    expect(child.tail()).toContain('ENOENT');
  });
});

describe('a command run to its end', () => {
  it('shows its output only if it fails', async () => {
    await runToEnd({ name: 'The build', ...node("console.log('fine')") });
    await expect(
      runToEnd({ name: 'The build', ...node("console.log('line 3: wrong'); process.exit(1)") }),
    ).rejects.toThrow('The build failed (exit code 1).\nline 3: wrong');
  });

  it('ends with all it started after an abort, even if it ignores signals', async () => {
    const giveUp = new AbortController();
    const pids = join(folder, 'pids');
    const deaf = `process.on('SIGTERM', () => {});
      const own = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      require('node:fs').writeFileSync(${JSON.stringify(pids)}, [process.pid, own.pid].join(' '));
      setInterval(() => {}, 1000)`;
    const running = runToEnd({ name: 'The build', ...node(deaf), signal: giveUp.signal });
    await vi.waitFor(() => expect(readFileSync(pids, 'utf8')).toContain(' '), { timeout: 10_000 });
    giveUp.abort();
    await expect(running).rejects.toThrow('aborted');
    for (const pid of readFileSync(pids, 'utf8').split(' ')) {
      await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow());
    }
  }, 20_000);
});
