/**
 * Loaded before everything else, so that SIGTERM and SIGINT end a desk from its first moment on: Next would wait for
 * its last connection to close, which during a start waits for the desk, and an unhandled signal is lost. `end` is
 * replaced once there is more to stop (lib/worker/process.ts).
 */
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
const signals = { end: () => process.exit(0) };
globalThis[Symbol.for('partner-desk.signals')] = signals;
for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => signals.end());
