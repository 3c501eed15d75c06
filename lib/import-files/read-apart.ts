import 'server-only';
import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { singleton } from '@/lib/core/singleton';
import type { ThreadMessage } from './file-thread';
import { type ReadChoice, type Table, TableError, type TableRow } from './table';

/** Far longer than a file of 10 MB takes. */
const DEADLINE_MS = 20_000;

/** More than the largest file within the limits takes. */
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Read by one process at the same time. */
const MAX_THREADS = 2;

/**
 * Reads a file as `readTable` does, in a thread of its own: whatever is in it, other requests are answered meanwhile, and
 * the process goes on.
 *
 * @throws {TableError} for the same reasons, and `too-large` if it takes too long or too much memory
 */
export async function readApart(bytes: Uint8Array, choice: ReadChoice = {}): Promise<Table> {
  const threads = singleton('file-threads', () => new PQueue({ concurrency: MAX_THREADS }));
  return await threads.add(() => readInThread(bytes, choice));
}

async function readInThread(bytes: Uint8Array, choice: ReadChoice): Promise<Table> {
  const thread = new Worker(new URL('./file-thread.ts', import.meta.url), {
    // An object: the bundler adds to it what its own code needs.
    workerData: { bytes, choice },
    resourceLimits: MEMORY,
  });
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const rows: TableRow[] = [];
  try {
    for await (const sent of on(thread, 'message', { signal: deadline, close: ['exit'] })) {
      const message: ThreadMessage = sent[0];
      if (message.kind === 'fault') throw new TableError(message.fault, message.place);
      if (message.kind === 'end') return { readAs: message.readAs, rows: Readable.from(rows) };
      rows.push(...message.rows);
    }
    throw new Error('The thread that reads a file ended before its end.');
  } catch (error) {
    throw deadline.aborted || isOutOfMemory(error) ? new TableError('too-large') : error;
  } finally {
    await thread.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
