import type { Page } from '@playwright/test';

/** Lets the next post reach the desk, and loses its answer. */
export async function loseNextResponse(page: Page): Promise<void> {
  await page.route(
    '**/leads/new*',
    async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    },
    { times: 1 },
  );
}
