import { ensureBuilt } from './lib/build';
import { endOnSignal } from './lib/end-on-signal';

endOnSignal();
await ensureBuilt().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
