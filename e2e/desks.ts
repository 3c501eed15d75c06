import { endOnSignal } from '@/scripts/lib/end-on-signal';
import { type Engine, withStacks } from '@/tests/support/desk/stacks';
import { DESKS } from './stacks';

/**
 * The server of `playwright.config.ts`: fresh desks with their portals on the database engine that `E2E_ENGINE` names, and a
 * line with their addresses, until SIGTERM.
 */
const engine: Engine = process.env.E2E_ENGINE === 'pglite' ? 'pglite' : 'postgres';
const stopped = new Promise<void>((resolve) => {
  endOnSignal(() => {
    resolve();
    return ended;
  });
});
const ended = withStacks({ engine, count: DESKS }, async (stacks) => {
  const addresses = stacks.map(({ deskUrl, sandboxUrl }) => ({ deskUrl, sandboxUrl }));
  console.log(`Desks: ${JSON.stringify(addresses)}`);
  await stopped;
});
await ended;
