/** A desk and the portal it works with. */
export type StackUrls = { deskUrl: string; sandboxUrl: string };

/** How many there are, and with them Playwright's workers: a portal and a desk serve one flow at a time. */
export const DESKS = 2;

/** The desks that `e2e/desks.ts` started; Playwright puts its line into this variable. */
export function readStacks(): StackUrls[] {
  return JSON.parse(process.env.E2E_STACKS ?? '[]');
}
