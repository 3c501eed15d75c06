import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, openFamily } from './lead-list';

test.describe('on a phone 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('what a lead is about and every order can be reached without scrolling sideways', async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Ivy');
    await signInAs(page, 'Ines Carvalho');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await vendor.changeLead(lead?.id ?? '', { value: 1250 });
    await openFamily(page, lastName, 1);
    const row = page.getByRole('row', { name: lastName });
    await expect(row).toContainText('1,250');
    // With what screen readers hear before a lead that has not been opened.
    const shown = [
      new RegExp(`^(Unread: )?Ann ${lastName}$`),
      `ann.${lastName.toLowerCase()}@example.com`,
      'Pending',
      'Maya Lindqvist',
    ];
    for (const text of shown) {
      const part = row.getByText(text, { exact: true });
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: 'Filters' }).click();
    const order = page.getByLabel('Sort by');
    await expect(order.getByRole('option')).toHaveText([
      'Submitted',
      'Last change',
      'Company',
      'Person',
      'Status',
      'Value',
    ]);
    await order.selectOption('Value');
    await page.getByRole('button', { name: 'Show leads' }).click();
    await expect(page).toHaveURL(/sort=value/);
    await expect(order).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

for (const { name, upright, turned } of [
  { name: 'a phone', upright: { width: 360, height: 740 }, turned: { width: 740, height: 300 } },
  { name: 'a tablet', upright: { width: 800, height: 1180 }, turned: { width: 1180, height: 700 } },
]) {
  test.describe(`on ${name} that is turned`, () => {
    test.use({ viewport: upright });

    test('the open sheet of filters stays in view, down to its button', async ({ page }) => {
      await signInAs(page, 'Ines Carvalho');
      await page.goto('/leads');
      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.locator('#lead-filters');
      await expect(sheet).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(turned);
      await expect(sheet).toBeInViewport({ ratio: 1 });
      const last = page.getByLabel('Submitted on or before');
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      if (turned.width < 1024) await expect(sheet).toBeHidden();
      else await expect(last).toBeInViewport({ ratio: 1 });
    });
  });
}

for (const [timezoneId, zone] of [
  ['Pacific/Auckland', /GMT\+1[23]$/],
  ['America/Los_Angeles', /P[SD]T$/],
] as const) {
  test.describe(`in a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('every time is local and names its zone', async ({ page }) => {
      await signInAs(page, 'Ines Carvalho');
      await page.goto('/leads');
      const times = page.getByRole('table').locator('time');
      await expect(times.first()).toHaveText(zone);
      const clock = new Intl.DateTimeFormat('en', {
        hour: 'numeric',
        minute: '2-digit',
        timeZone: timezoneId,
      });
      for (const time of await times.all()) {
        const iso = (await time.getAttribute('datetime')) ?? '';
        expect(iso).toMatch(/Z$/);
        expect(await time.textContent()).toContain(clock.format(new Date(iso)));
        await expect(time).toHaveText(zone);
      }
      await expect(page.getByRole('table', { name: new RegExp(timezoneId) })).toBeVisible();
    });
  });
}
