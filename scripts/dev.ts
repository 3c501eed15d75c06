import { runStack } from './lib/run-stack';

/** `npm run dev`: the sandbox service and the desk with hot reload, until Ctrl+C. */
await runStack({
  mode: 'development',
  dataDir: '.data/dev',
  hint: 'Saved files show at once. The worker and instrumentation.ts are read at the start: start again to see them changed.',
});
