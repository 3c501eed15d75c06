import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/scripts/lib/ports';
import { removeFolderAtExit } from '@/scripts/lib/remove-folder';
import { SEEDED, type Stack, startStack } from '@/scripts/lib/stack';
import { startTestPostgres, type TestPostgres } from '../postgres';
import { createScratchDatabase, dropScratchDatabase } from '../scratch-database';
import { seedDatabase } from './seed';

export type Engine = 'pglite' | 'postgres';

type Ending = () => Promise<void>;
type Database = { url: string; close: Ending };

/**
 * Runs `use` against `count` fresh desks, each with its own sandbox, on free ports, and removes them afterwards
 * except for their logs in `test-results/<engine>`.
 */
export async function withStacks<T>(
  { engine, count }: { engine: Engine; count: number },
  use: (stacks: readonly Stack[]) => Promise<T>,
): Promise<T> {
  const server = engine === 'postgres' ? await startTestPostgres({ isDurable: true }) : undefined;
  const endings = Array.from({ length: count }, (): Ending[] => []);
  const folder = mkdtempSync(join(tmpdir(), 'desk-e2e-'));
  const removeFolder = () => removeFolderAtExit(folder);
  process.once('exit', removeFolder);
  try {
    if (engine === 'pglite') await seedFolder(folder);
    const opening = endings.map((own, index) =>
      openStack({ engine, number: index + 1, folder, server, endings: own }),
    );
    // Also if one fails: what starts late must be stopped, too.
    await Promise.allSettled(opening);
    return await use(await Promise.all(opening));
  } finally {
    for (const own of endings) for (const end of own.reverse()) await end();
    await server?.stop();
    removeFolder();
    process.off('exit', removeFolder);
  }
}

/** An embedded database with all tables and the demo people, to be copied: preparing one takes ten seconds. */
async function seedFolder(folder: string): Promise<void> {
  await seedDatabase({ DATA_DIR: folder });
  writeFileSync(join(folder, SEEDED), '');
}

async function openStack(task: {
  engine: Engine;
  number: number;
  /** For the files of all stacks of the run. */
  folder: string;
  server: TestPostgres | undefined;
  endings: Ending[];
}): Promise<Stack> {
  const { engine, number, folder, server, endings } = task;
  const database = server && (await openDatabase(server, number));
  if (database) endings.push(database.close);
  const dataDir = join(folder, String(number));
  if (!server) cpSync(join(folder, 'db'), join(dataDir, 'db'), { recursive: true });
  endings.push(async () => keepLogs(dataDir, join('test-results', engine, String(number))));
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    databaseUrl: database?.url,
    quiet: true,
  });
  endings.push(() => stack.stop());
  return stack;
}

function keepLogs(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const log of ['desk.log', 'sandbox.log']) {
    if (existsSync(join(from, log))) cpSync(join(from, log), join(to, log));
  }
}

async function openDatabase({ url }: TestPostgres, number: number): Promise<Database> {
  const name = `desk_e2e_${Date.now()}_${number}`;
  return { url: await createScratchDatabase(url, { name }), close: () => dropScratchDatabase(url, name) };
}
