import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/ports';
import { type Stack, startStack } from '../../scripts/lib/stack';
import { startTestPostgres } from './postgres';
import { createScratchDatabase, dropScratchDatabase } from './scratch-database';

export type Engine = 'pglite' | 'postgres';

/**
 * Runs `use` against a fresh desk and sandbox on free ports, and removes every trace of them afterwards but
 * what they logged, which stays in `test-results/<engine>`.
 */
export async function withStack<T>(engine: Engine, use: (stack: Stack) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-e2e-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const database = engine === 'postgres' ? await openPostgres() : undefined;
  try {
    const stack = await startStack({
      port: await freePort(),
      sandboxPort: await freePort(),
      dataDir,
      databaseUrl: database?.url,
      quiet: true,
    });
    return await use(stack).finally(() => stack.stop());
  } finally {
    await database?.close();
    keepLogs(dataDir, join('test-results', engine));
    removeFolder();
    process.off('exit', removeFolder);
  }
}

function keepLogs(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const log of ['desk.log', 'sandbox.log']) {
    if (existsSync(join(from, log))) cpSync(join(from, log), join(to, log));
  }
}

async function openPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startTestPostgres({ isDurable: true });
  const name = `desk_e2e_${Date.now()}`;
  const url = await createScratchDatabase(server.url, { name });
  return {
    url,
    async close() {
      await dropScratchDatabase(server.url, name);
      await server.stop();
    },
  };
}
