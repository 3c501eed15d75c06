import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type State, serialiseState, stateSchema } from './state';

/** Short enough to lose little on SIGKILL, long enough that a burst of changes is one write. */
const QUIET_MS = 50;
/** The wait before a retry of a failed write. */
const FAILED_MS = 1000;

/** The state file cannot be used; the message says what to do and is meant for a terminal. */
export class StateFileError extends Error {}

export type Store = {
  /** Marks the state as changed; it is on disk about 50 ms later. */
  changed(): void;
  /** Writes pending changes and stops. */
  close(): Promise<void>;
};

/**
 * Reads the state file. Undefined if it does not exist yet.
 * @throws StateFileError if it exists and cannot be parsed; the file is left unchanged.
 */
export async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new StateFileError(`The sandbox's file ${file} cannot be read (${cause.code}).`, { cause });
  });
  if (text === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StateFileError(
      `The sandbox's file ${file} is damaged. It was left as it is; move it away to start afresh.`,
      { cause },
    );
  }
}

/** Keeps `state` in `file`, written atomically: a reader gets the old text or the new one, never a part. */
export function openStore(file: string, state: State): Store {
  let dirty = false;
  let closed = false;
  let pauseMs = QUIET_MS;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const changed = () => {
    if (closed) return;
    dirty = true;
    timer ??= setTimeout(write, pauseMs);
  };

  const write = () => {
    timer = undefined;
    writing = writing.then(async () => {
      if (!dirty) return;
      dirty = false;
      const started = performance.now();
      const text = serialiseState(state);
      // Thousands of leads are slow to serialise: leave most of the time for answering.
      pauseMs = Math.max(QUIET_MS, 4 * (performance.now() - started));
      await writeWhole(file, text).catch((error: Error) => {
        console.error(`sandbox: ${file} could not be written: ${error.message}`);
        pauseMs = FAILED_MS;
        changed();
      });
    });
    return writing;
  };

  return {
    changed,
    async close() {
      closed = true;
      clearTimeout(timer);
      await write();
    },
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.part`;
  // The file holds signing secrets: no other user may read it.
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
