import { existsSync } from 'node:fs';
import { endOnSignal } from './end-on-signal';

/** An operator's mistake: its message is all they need. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Runs a command of the operator, with the settings in `.env`. Exits 1 if it fails, 2 if it was called wrongly; what it
 * throws is shown as a sentence.
 */
export function runCommand(work: () => Promise<void>): void {
  endOnSignal();
  if (existsSync('.env')) process.loadEnvFile('.env');
  work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  });
}
