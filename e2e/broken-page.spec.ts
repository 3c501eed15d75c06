import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures';
import { linkOf, mailTo } from './mailbox';
import { test } from './own-desk';

const ADMIN = 'ada@vendor.example';

test.use({
  deskTask: { name: 'broken-page', adminEmails: ADMIN },
  expectedInConsole: /status of 500|React error #441/,
});

type Line = Record<string, unknown> & { msg?: string };

/** The error code shown on the page. */
async function readCode(page: Page): Promise<string> {
  const text = await page.getByText(/Error code: \w+/).textContent();
  const [, code = ''] = /Error code: (\w+)/.exec(text ?? '') ?? [];
  return code;
}

/** The log lines with this code. */
function linesOf(log: string, code: string): Line[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
    .filter((line) => line.code === code);
}

// In the gate, although rare: only PostgreSQL lets somebody else rename a table under a running desk.
test('a person who meets an error can quote a code that leads to the route and the place in the log', async ({
  page,
  desk,
}) => {
  test.slow();
  await page.goto('/');
  await page.getByLabel('Your work email address').fill(ADMIN);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(linkOf(await mailTo(desk.vendor, ADMIN)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.goto('/admin/audit');
  await expect(page.getByRole('button', { name: /^Export/ })).toBeVisible();
  const expectLine = (code: string, expected: Line) => {
    expect(linesOf(desk.log(), code)).toContainEqual(
      expect.objectContaining({
        msg: 'request.failed',
        requestId: expect.stringMatching(/^\w{12}$/),
        reason: 'database: 42P01',
        statement: expect.stringContaining('"audit_log"'),
        stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
        ...expected,
      }),
    );
    expect(desk.log()).not.toContain(ADMIN);
  };
  await desk.sql('alter table audit_log rename to lost');

  await test.step('a file', async () => {
    await page.getByRole('button', { name: /^Export/ }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expectLine(await readCode(page), { route: '/admin/audit/export', kind: 'route', method: 'POST' });
  });
  await test.step('a page', async () => {
    await page.goto('/admin/audit');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expectLine(await readCode(page), { route: '/admin/audit', kind: 'render', method: 'GET' });
    await expectAccessible(page);
  });
  await test.step('a form', async () => {
    await page.goto('/admin/health');
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Error code:')).toBeVisible();
    expectLine(await readCode(page), { route: '/admin/health', kind: 'action', method: 'POST' });
  });
});
