import { lockFolder } from '@/lib/db/lock';
import { readPort, requireFreePorts } from './ports';
import { type DeskMode, type Stack, startStack } from './stack';

/**
 * A command that runs a desk with its sandbox until Ctrl+C or SIGTERM, at `PORT`, `SANDBOX_PORT`, `DATA_DIR` and
 * `DATABASE_URL`. An error is printed as a sentence, with exit code 1.
 */
export async function runStack(task: {
  mode: DeskMode;
  /** The data folder, unless `DATA_DIR` is set. */
  dataDir: string;
  /** Runs before the start. */
  prepare?: (signal: AbortSignal) => Promise<unknown>;
  /** Printed after the addresses once it runs. */
  hint?: string;
}): Promise<void> {
  await run(task).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

async function run({ mode, dataDir: fallback, prepare, hint = '' }: Parameters<typeof runStack>[0]) {
  const port = readPort(process.env, { variable: 'PORT', fallback: 3000 });
  const sandboxPort = readPort(process.env, { variable: 'SANDBOX_PORT', fallback: 4000 });
  const dataDir = process.env.DATA_DIR || fallback;
  const signal = stopSignal();

  const lock = await lockFolder(dataDir);
  try {
    await requireFreePorts([
      { variable: 'PORT', port },
      { variable: 'SANDBOX_PORT', port: sandboxPort },
    ]);
    await prepare?.(signal);
    const databaseUrl = process.env.DATABASE_URL;
    const stack = await startStack({ mode, port, sandboxPort, dataDir, databaseUrl, signal });
    await untilStopped(stack, { dataDir, hint, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    console.log('Stopped.');
  } finally {
    lock.release();
  }
}

async function untilStopped(
  stack: Stack,
  { dataDir, hint, signal }: { dataDir: string; hint: string; signal: AbortSignal },
): Promise<void> {
  console.log(`
Partner Desk is running. Open in a browser:

  Partner Desk        ${stack.deskUrl}
  The portal console  ${stack.sandboxUrl}/console   (act as the vendor here)
  The mailbox         ${stack.sandboxUrl}/console/mailbox   (every email Partner Desk sends)
${hint && `\n${hint}\n`}
Everything is kept in ${dataDir}. Press Ctrl+C to stop.
`);
  const broken = await Promise.race([stack.broken, aborted(signal)]);
  console.log(broken ? `Stopping, because one process ended unexpectedly.\n${broken}` : 'Stopping.');
  await stack.stop();
  if (broken) process.exitCode = 1;
}

/** Handles Ctrl+C and SIGTERM from the start: a partial start is stopped in order, too. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
