import { ensureBuilt } from './lib/build';
import { runStack } from './lib/run-stack';

/** `npm run demo`: the sandbox service and the desk, in production mode, until Ctrl+C. */
await runStack({ mode: 'production', dataDir: '.data', prepare: ensureBuilt });
