/**
 * Loaded before everything else, so that SIGTERM and SIGINT end a desk from its first moment on: Next would wait for
 * its last connection to close, which in a start waits for the desk, and a signal that nobody hears is lost. What
 * `end` does is changed once there is more to end (lib/worker/process.ts).
 */
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
const signals = { end: () => process.exit(0) };
globalThis[Symbol.for('partner-desk.signals')] = signals;
for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => signals.end());
