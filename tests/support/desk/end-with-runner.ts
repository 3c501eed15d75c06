import { afterAll } from 'vitest';
import { stopAllDesks } from './desk';

// Processes started by a test file end with it, also when a test fails or the run is aborted.
afterAll(stopAllDesks, 60_000);
process.once('SIGTERM', () => process.exit(143));
process.once('disconnect', () => process.exit(1));
