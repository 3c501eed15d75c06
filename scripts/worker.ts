import { spawn } from 'node:child_process';

/** `npm run worker`: the same build, started to do the desk's work and to answer nothing but its health. */
const worker = spawn(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'start', ...process.argv.slice(2)],
  {
    env: { ...process.env, WORKER: 'only' },
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => worker.kill(signal));
worker.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
