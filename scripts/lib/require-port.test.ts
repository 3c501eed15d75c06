import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Starts a desk in a folder that looks built, and returns how that ended. */
async function start({ args = [], PORT }: { args?: string[]; PORT?: string }) {
  const cwd = mkdtempSync(join(tmpdir(), 'desk-port-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, '.next'));
  writeFileSync(join(cwd, '.next', 'BUILD_ID'), '');
  const child = spawn(process.execPath, [join(process.cwd(), 'scripts', 'start.js'), ...args], {
    cwd,
    env: { ...process.env, PORT },
  });
  let stderr = '';
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

it.each([
  [{ PORT: 'abc' }, 'PORT is "abc", but must be a whole number up to 65535.\n'],
  [{ args: ['-p', '70000'] }, '-p is "70000", but must be a whole number up to 65535.\n'],
])('a port that is none is named: %o', async (given, stderr) => {
  expect(await start(given)).toEqual({ code: 1, stderr });
});

it('a port in use is named', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await start({ args: ['-H', '127.0.0.1', '-p', String(port)] })).toEqual({
    code: 1,
    stderr: `Port ${port} of 127.0.0.1 is in use. Set PORT to another port, or stop what uses it.\n`,
  });
});
