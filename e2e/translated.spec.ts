import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, leadNamed, openEdit } from './lead-form';

/** Does what Google Translate does to a page, and goes on doing it: each text node is replaced by two elements. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, option')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.before(outer);
      text.remove();
    };
    const wrapAll = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      for (const text of texts) wrap(text);
    };
    wrapAll();
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(wrapAll).observe(document.body, options);
  });
}

// A page that is translated before React has taken it over is drawn again.
test.use({ expectedInConsole: /error #418/ });

test('a lead is submitted on a page that the browser translates', async ({ page, vendor }) => {
  const lastName = uniqueName('Larch');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await translate(page);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /answers are missing/ })).toBeVisible();
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).status).toBe('pending');
});

test('a translated list and lead show changes live, and an edit is saved', { tag: '@rest' }, async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Larch');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  const row = page.getByRole('row', { name: lastName });
  await expect(row).toContainText(/pending/i);
  await translate(page);
  await vendor.changeLead(lead.id, { status: 'qualified' });
  await expect(row).toContainText(/qualified/i);
  await vendor.changeLead(lead.id, { status: 'lost' });
  await expect(row).toContainText(/lost/i);
  await expect(row).not.toContainText(/pending|qualified/i);

  await page.getByRole('link', { name: lastName }).click();
  const title = page.getByRole('heading', { level: 1 });
  await translate(page);
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Alder & Co' } });
  await expect(title).toContainText('Alder & Co');

  await openEdit(page, lead.id, 'Alder & Co');
  // Typed before that, it would be drawn again with what the lead has.
  await formReady(page);
  await translate(page);
  await page.getByLabel('Company').fill('Alder & Sons');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(title).toContainText('Alder & Sons');
});
