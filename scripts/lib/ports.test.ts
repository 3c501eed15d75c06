import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort, readPort, requireFreePorts } from './ports';

const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
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

  it('is given away once', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('is none of those that another process of the tests gets', async () => {
    const shares: number[] = [];
    for (const id of ['0', '1', '2']) {
      vi.stubEnv('VITEST_POOL_ID', id);
      shares.push(Math.floor((await freePort()) / 1_000));
    }
    expect(new Set(shares).size).toBe(3);
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
