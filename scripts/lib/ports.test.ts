import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, readPort, requireFreePorts } from './ports';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function occupied(host: string): Promise<number> {
  const port = await freePort();
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return port;
}

describe('a port setting', () => {
  const setting = { variable: 'PORT', fallback: 3000 };

  it('may be left out', () => {
    expect(readPort({}, setting)).toBe(3000);
    expect(readPort({ PORT: '' }, setting)).toBe(3000);
  });

  it('is a whole number', () => {
    expect(readPort({ PORT: ' 8080 ' }, setting)).toBe(8080);
  });

  it.each(['abc', '0', '65536', '3000.5', '-1', '1e3', '0x10'])(
    'is refused as "%s", naming the variable',
    (PORT) => {
      expect(() => readPort({ PORT }, setting)).toThrow(
        `PORT is "${PORT}", but must be a whole number from 1 to 65535.`,
      );
    },
  );
});

describe('a free port', () => {
  it('is outside the system’s ephemeral range', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(Math.max(...ports)).toBeLessThan(32_768);
    expect(Math.min(...ports)).toBeGreaterThan(1_024);
  });

  it('is given away once, to all processes', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
    const code = `import { freePort } from './scripts/lib/ports';
      const ports = await Promise.all(Array.from({ length: 200 }, freePort)); console.log(JSON.stringify(ports));`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const others: number[] = JSON.parse(printed);
    expect(others.filter((port) => ports.includes(port))).toEqual([]);
    expect(readdirSync(join(tmpdir(), `partner-desk-ports-${userInfo().uid}`))).not.toContain(
      String(others[0]),
    );
  });
});

describe('before anything starts', () => {
  it('free ports are accepted', async () => {
    await requireFreePorts([{ variable: 'PORT', port: await freePort() }]);
  });

  it('a taken port is refused, naming the variable to change', async () => {
    const port = await occupied('127.0.0.1');
    await expect(requireFreePorts([{ variable: 'SANDBOX_PORT', port }])).rejects.toThrow(
      `Port ${port} is in use by another program. Set SANDBOX_PORT to another port`,
    );
  });

  it('a port taken on all addresses is refused', async () => {
    const port = await occupied('0.0.0.0');
    await expect(requireFreePorts([{ variable: 'PORT', port }])).rejects.toThrow('in use');
  });

  it('two equal ports are refused', async () => {
    const port = await freePort();
    const both = [
      { variable: 'PORT', port },
      { variable: 'SANDBOX_PORT', port },
    ];
    await expect(requireFreePorts(both)).rejects.toThrow(`PORT and SANDBOX_PORT are both ${port}.`);
  });
});
