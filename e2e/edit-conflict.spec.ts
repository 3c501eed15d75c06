import { expect, expectAccessible, test, uniqueName } from './fixtures';
import { leadNamed, openEdit } from './lead-form';

test('an edit that conflicts with a change in the portal overwrites nothing and lets the person decide', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Larch');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  await page.getByRole('link', { name: lastName }).click();
  await page.getByRole('link', { name: 'Edit lead' }).click();
  await page.getByLabel('Company').fill('Mine Ltd');
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' }, value: 2500 });
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByText(/changed this lead while you were editing/i)).toBeVisible();
  await expect(page.getByText('Theirs Ltd').first()).toBeVisible();
  expect((await vendor.getLead(lead.id)).customFields.companyName).toBe('Theirs Ltd');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: /choose which answer to keep/i })).toBeVisible();
  await page.getByRole('radio', { name: /yours/i }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const saved = await vendor.getLead(lead.id);
  expect(saved.customFields.companyName).toBe('Mine Ltd');
  expect(saved.value).toBe(2500);
});

test('a conflict shows what is kept: the field for one’s own answer, and no field for the portal’s', async ({
  openAs,
  vendor,
}) => {
  const lead = await vendor.createLead(leadNamed(uniqueName('Willow')));
  const page = await openAs('Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  const value = page.getByRole('textbox', { name: 'Deal value' });
  await value.fill('1234.5');
  await vendor.changeLead(lead.id, { value: 2500.25 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const [mine, theirs] = [
    page.getByRole('radio', { name: /^Yours/ }),
    page.getByRole('radio', { name: /^Theirs/ }),
  ];
  await expect(mine).toHaveAccessibleName(/1,234\.50?$/);
  await expect(theirs).toHaveAccessibleName(/2,500\.25$/);
  await expect(value, 'nothing is kept before the decision').toBeHidden();

  await mine.check();
  await expect(value).toHaveValue('1234.5');
  await value.fill('99');
  await expect(page.getByText('1,234.5')).toBeHidden();
  await theirs.check();
  await expect(value).toBeHidden();
  await mine.check();
  await expect(value, 'what was typed after that is given up').toHaveValue('1234.5');
  await theirs.check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('2,500.25');
  expect((await vendor.getLead(lead.id)).value).toBe(2500.25);
});

test.describe('a lead that the portal just gave to another person', () => {
  // The page answers 404, which the browser logs.
  test.use({ expectedInConsole: [/404/] });

  test('answers an edit like a lead that never existed, and nothing is sent', async ({ openAs, vendor }) => {
    const lastName = uniqueName('Rowan');
    const lead = await vendor.createLead(leadNamed(lastName));
    const page = await openAs('Maya Lindqvist');
    await page.goto('/leads');
    await page.getByRole('link', { name: lastName }).click();
    await page.getByRole('link', { name: 'Edit lead' }).click();
    await page.getByLabel('Company').fill('Mine Ltd');
    await vendor.setFaults({ holdDeliveries: true });
    await vendor.changeLead(lead.id, {
      partnerOrganizationId: '66b0c4d2e8f1a35790d4d002',
      agentId: '66b0c4d2e8f1a35790d4e201',
      customFields: { companyName: 'Theirs Ltd' },
    });
    const before = await vendor.logSeq();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByText('Theirs Ltd')).toHaveCount(0);
    expect((await vendor.readLog(before)).filter(({ route }) => route === 'patch')).toEqual([]);
    const said = await page.getByRole('main').textContent();
    await page.goto('/leads/0123456789abcdef01234567');
    expect(await page.getByRole('main').textContent()).toBe(said);

    const theirs = await openAs('Erik Brandt');
    await theirs.goto(`/leads/${lead.id}`);
    await expect(theirs.getByRole('region', { name: 'Details' })).toContainText('Theirs Ltd');
    const history = theirs.getByRole('region', { name: /history/i });
    await expect(history.getByRole('listitem')).toHaveCount(1);
    await expect(history).toContainText('Reassigned');
    await expect(theirs.getByText('Alder')).toHaveCount(0);
  });
});

test.describe('a lead that is deleted in the portal while its form is open', () => {
  for (const isKnown of [true, false]) {
    test(`keeps what was typed and says so: ${isKnown ? 'the desk knows it' : 'the desk learns of it on save'}`, async ({
      openAs,
      vendor,
    }) => {
      const lead = await vendor.createLead(leadNamed(uniqueName('Yarrow')));
      const page = await openAs('Maya Lindqvist');
      await openEdit(page, lead.id, 'Alder');
      await page.getByLabel('Company').fill('Typed Ltd');
      if (!isKnown) await vendor.setFaults({ holdDeliveries: true });
      await vendor.deleteLead(lead.id);
      if (isKnown) {
        const other = await page.context().newPage();
        await expect(async () => {
          await other.goto(`/leads/${lead.id}`);
          await expect(other.getByText('This lead was deleted in the portal')).toBeVisible({ timeout: 500 });
        }).toPass();
      }
      await page.getByRole('button', { name: 'Save changes' }).click();
      const problem = page.getByRole('region', { name: 'There is a problem' });
      await expect(problem).toContainText(
        isKnown ? 'This lead is no longer in the portal, so nothing was saved' : /nothing was saved/,
      );
      await expect(page.getByLabel('Company')).toHaveValue('Typed Ltd');
      await page.reload();
      await expect(page.getByLabel('Company')).toHaveValue('Typed Ltd');
      if (!isKnown) return;
      await expect(page.getByText('This lead is no longer in the portal')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'View lead' }).click();
      await expect(page).toHaveURL(new RegExp(`/leads/${lead.id}$`));
    });
  }
});
