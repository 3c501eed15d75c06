import { lockFolder } from '@/lib/db/lock';
import { ensureBuilt } from './lib/build';
import { readPort, requireFreePorts } from './lib/ports';
import { type Stack, startStack } from './lib/stack';

/** `npm run demo`: the sandbox service and the desk, in production mode, until Ctrl+C. */
async function main(): Promise<void> {
  const port = readPort(process.env, { variable: 'PORT', fallback: 3000 });
  const sandboxPort = readPort(process.env, { variable: 'SANDBOX_PORT', fallback: 4000 });
  const dataDir = process.env.DATA_DIR || '.data';
  const signal = stopSignal();

  const lock = await lockFolder(dataDir);
  try {
    await requireFreePorts([
      { variable: 'PORT', port },
      { variable: 'SANDBOX_PORT', port: sandboxPort },
    ]);
    await ensureBuilt(signal);
    const databaseUrl = process.env.DATABASE_URL;
    const stack = await startStack({ port, sandboxPort, dataDir, databaseUrl, signal });
    await run(stack, { dataDir, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    console.log('Stopped.');
  } finally {
    lock.release();
  }
}

async function run(
  stack: Stack,
  { dataDir, signal }: { dataDir: string; signal: AbortSignal },
): Promise<void> {
  console.log(`
Partner Desk is running. Open in a browser:

  Partner Desk        ${stack.deskUrl}
  The portal console  ${stack.sandboxUrl}/console   (act as the vendor here)
  The mailbox         ${stack.sandboxUrl}/console/mailbox   (every email Partner Desk sends)

Everything is kept in ${dataDir}. Press Ctrl+C to stop.
`);
  const broken = await Promise.race([stack.broken, aborted(signal)]);
  console.log(broken ? `Stopping, because one process ended unexpectedly.\n${broken}` : 'Stopping.');
  await stack.stop();
  if (broken) process.exitCode = 1;
}

/** Ctrl+C and SIGTERM, from the first moment on: what is half started is stopped in order, too. */
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

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
