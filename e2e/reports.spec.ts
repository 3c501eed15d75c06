import { ENOUGH_FOR_P90 } from '@/lib/core/enough-times';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { MAYA } from './lead-list';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a manager chooses a period, and a figure leads to exactly those leads', async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await page.getByLabel('Period').selectOption('Last 52 weeks');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/team\?weeks=52$/);
    const won = page.getByRole('definition').getByRole('link').first();
    const count = (await won.textContent()) ?? '';
    await won.click();
    // The same sentence is there for print.
    const shown = page.getByText(new RegExp(`\\b${count} leads\\b`)).filter({ visible: true });
    await expect(shown.first()).toBeVisible();
  });
});

test('a manager reads how long leads took to the first answer and in each status: median and 90th percentile', async ({
  page,
  openAs,
  vendor,
}) => {
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads');
  // Fewer say nothing.
  for (let count = 0; count < ENOUGH_FOR_P90; count += 1) {
    const lastName = uniqueName('Larch');
    const lead = await vendor.createLead({ ...MAYA, firstName: 'Ida', lastName, email: 'ida@example.com' });
    await expect(agent.getByRole('row', { name: lastName })).toContainText(/pending/i);
    await vendor.changeLead(lead.id, { status: 'qualified' });
    await expect(agent.getByRole('row', { name: lastName })).toContainText(/qualified/i);
  }

  await signInAs(page, 'Ines Carvalho');
  await page.goto('/team');
  const table = page.getByRole('table', { name: 'Answer times' });
  for (const name of ['Step', 'Leads', 'Median', '90th percentile'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  for (const name of ['First answer', 'In Pending'])
    await expect(table.getByRole('row', { name }).getByRole('cell').nth(2)).toContainText(
      /\d\s(second|minute|hour|day)/,
    );
  await expectAccessible(page);
});

test('a manager reads how much more was submitted than in the period before', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/team?weeks=12');
  const submitted = page.getByRole('main').getByRole('definition').filter({ hasText: 'Before:' }).first();
  await expect(submitted).toContainText(/^[\d,]+% (?:more|fewer) than in the period before/);
  // Nothing to compare with.
  await page.goto('/team?weeks=52');
  await expect(submitted).toContainText(/^Before:/);
});

test('a manager reads a chart as a table, by keyboard', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/team?weeks=52');
  await page.getByText('Show as table').first().focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Leads per 4 weeks' });
  await expect(table.getByRole('row')).toHaveCount(14);
  await expectAccessible(page);
  await table.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/leads\?from=\d{4}-\d\d-\d\d&to=/);
});

test.describe('in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('a manager reads that days are in UTC, and every figure that counts leads to a list that says so too', async ({
    page,
  }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/team?weeks=52');
    await expect(page.getByText('Days are counted in UTC.')).toBeVisible();
    const figure = (name: string) =>
      page
        .getByRole('main')
        .locator('dl > div')
        .filter({ has: page.getByRole('term').getByText(name, { exact: true }) });
    for (const name of ['Submitted', 'Open', 'Won', 'Lost', 'Value'])
      await expect(figure(name).getByRole('link')).toBeVisible();
    const open = figure('Open').getByRole('link');
    const count = (await open.textContent()) ?? '';
    await open.click();
    await expect(page.getByLabel('Submitted on or after (UTC)')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('*open');
    const shown = page.getByText(new RegExp(`\\b${count} leads\\b`)).filter({ visible: true });
    await expect(shown.first()).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('an agent', () => {
  test.use({ expectedInConsole: [/404/] });

  test('finds no page of the team', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);
    expect((await page.goto('/team'))?.status()).toBe(404);
  });
});

test('an admin goes from all organizations to one and back', async ({ page }) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/reports?weeks=52');
  await page.getByRole('table', { name: 'By organization' }).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'By agent' })).toBeVisible();
  await page.getByRole('link', { name: 'All organizations' }).click();
  await expect(page).toHaveURL(/\/admin\/reports\?weeks=52$/);
});

test('an admin goes from a figure to exactly those leads of all organizations', async ({ page }) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/reports?weeks=52');
  const table = page.getByRole('table', { name: 'By organization' });
  const organization = (await table.getByRole('rowheader').first().textContent()) ?? '';
  await table.getByRole('row').nth(1).getByRole('cell').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/leads\?organization=.*days=utc/);
  await expect(page.getByLabel('Submitted on or before (UTC)')).toBeVisible();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('*open');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText(organization);
  await expectAccessible(page);

  // The value leads to the same leads, the highest first, and their values are there to add up.
  await page.goBack();
  await table.getByRole('row').nth(1).getByRole('cell', { name: '€' }).getByRole('link').click();
  await expect(page.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText('€');
});

test.describe('in German, on paper inside the margins of a browser', () => {
  test.use({ locale: 'de-DE', viewport: { width: 718, height: 1046 } });

  test('the table of a team is no wider than the page', async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/team?weeks=52');
    await page.emulateMedia({ media: 'print' });
    const [table, heading] = [
      page.getByRole('table', { name: 'Nach Agent' }),
      page.getByRole('heading', { level: 1 }),
    ];
    const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Number.NaN);
    const margin = (await heading.boundingBox())?.x ?? Number.NaN;
    expect(right(await table.boundingBox())).toBeLessThanOrEqual(718 - margin);
  });
});
