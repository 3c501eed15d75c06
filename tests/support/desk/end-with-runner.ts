import { afterAll } from 'vitest';
import { stopAllDesks } from './desk';

// What a test file started does not outlive it: neither when a test fails, nor when the run is broken off.
afterAll(stopAllDesks, 60_000);
process.once('SIGTERM', () => process.exit(143));
process.once('disconnect', () => process.exit(1));
