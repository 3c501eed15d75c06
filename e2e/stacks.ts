/** A desk and the portal it works with. */
export type StackUrls = { deskUrl: string; sandboxUrl: string };

/** Where `npm run demo` listens. */
const DEMO: StackUrls = { deskUrl: 'http://localhost:3000', sandboxUrl: 'http://localhost:4000' };

/** The stacks that serve this run, one for each of Playwright's workers. */
export function readStacks(): StackUrls[] {
  const { E2E_STACKS } = process.env;
  return E2E_STACKS ? JSON.parse(E2E_STACKS) : [DEMO];
}
