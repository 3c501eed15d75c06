import { requireBuilt } from '@/scripts/lib/build';
import { endOnSignal } from '@/scripts/lib/end-on-signal';
import { withStacks } from '@/tests/support/desk/stacks';
import { DESKS } from './stacks';

/**
 * The server of `playwright.config.ts`: fresh desks with their portals on the database engine that `E2E_ENGINE` names, and a
 * line with their addresses, until SIGTERM, or until Playwright is gone: it ends without its servers if it is killed.
 */
const engine = process.env.E2E_ENGINE ?? 'postgres';
if (engine !== 'pglite' && engine !== 'postgres') throw new Error('E2E_ENGINE is pglite or postgres.');
requireBuilt();

const stopped = new Promise<void>((resolve) => {
  endOnSignal(() => {
    resolve();
    return ended;
  });
});
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(1), 1_000).unref();

const ended = withStacks({ engine, count: DESKS }, async (stacks) => {
  const addresses = stacks.map(({ deskUrl, sandboxUrl }) => ({ deskUrl, sandboxUrl }));
  console.log(`Desks: ${JSON.stringify(addresses)}`);
  await stopped;
});
await ended;
