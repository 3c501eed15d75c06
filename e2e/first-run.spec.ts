import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import type { Vendor } from '../tests/support/vendor';
import { expect, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { linkOf, mailTo } from './mailbox';
import { test } from './own-desk';
import { watchPages } from './page-watch';

/** What the operator of the service supplies with a new portal (interface 4, rule 3). */
const [ORGANIZATION] = DEMO.organizations;
const [AGENT] = ORGANIZATION.agents;

const ADMIN = 'ada@vendor.example';
const INVITED = { name: 'Maya Lindqvist', email: 'maya@harbourfinch.example' };

test.use({ deskTask: { name: 'first-run', adminEmails: ADMIN } });
test.describe.configure({ timeout: 150_000 });

/** Signs in from the sign-in page, with the newest of this many emails to this address. */
async function signInByMail(
  page: Page,
  task: { vendor: Vendor; email: string; mails: number },
): Promise<void> {
  const { vendor, email, mails } = task;
  await page.getByLabel('Your work email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(linkOf(await mailTo(vendor, email, mails)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Another person with their own browser, whose console must stay quiet, too. */
async function openOther(browser: Browser): Promise<{ page: Page; close(): Promise<void> }> {
  const context: BrowserContext = await browser.newContext();
  const seen = await watchPages(context);
  const close = async () => {
    await context.close();
    expect(seen).toEqual([]);
  };
  return { page: await context.newPage(), close };
}

/** One step of the setup, by its title. */
const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function checkSetup(page: Page): Promise<void> {
  await page.goto('/admin/health');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^Checked\./)).toBeVisible();
}

async function submitLead(page: Page, lastName: string): Promise<void> {
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
}

test('from an empty database to the first live lead, as a new admin would', { tag: '@embedded' }, async ({
  page,
  browser,
  vendor,
}) => {
  await test.step('the admin signs in by mail and sees what is done and what is next', async () => {
    await page.goto('/admin/health');
    await signInByMail(page, { vendor, email: ADMIN, mails: 1 });
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
    // On a busy machine the first calls may time out; then the desk makes none for half a minute, and says so.
    await expect(async () => {
      await checkSetup(page);
      for (const title of ['API key', 'Lead form', 'Mail server']) {
        await expect(step(page, title)).toContainText('OK', { timeout: 1_000 });
      }
    }).toPass({ timeout: 60_000, intervals: [5_000] });
    await expect(step(page, 'People')).toContainText('No one is mapped');
  });

  await test.step('types in the owner that the service’s operator gave', async () => {
    await page.goto('/admin/people?view=agents');
    await page.getByLabel('Organization ID', { exact: true }).fill(ORGANIZATION.id);
    await page.getByLabel(/^Organization name/).fill(ORGANIZATION.name);
    await page.getByLabel('Agent ID', { exact: true }).fill(AGENT.id);
    await page.getByLabel(/^Agent name/).fill(AGENT.name);
    await page.getByRole('button', { name: 'Add agent' }).click();
    await expect(page.getByText(/Agent added. It stays unverified/)).toBeVisible();
    await expect(page.getByRole('row', { name: AGENT.name })).toContainText('Unverified');
  });

  await test.step('and invites the person who acts as that agent', async () => {
    await page.goto('/admin/people/invite');
    await page.getByLabel('Email address').fill(INVITED.email);
    await page.getByLabel('Name', { exact: true }).fill(INVITED.name);
    await page.locator('input#new-agent').fill(AGENT.name);
    await page.getByRole('option', { name: `${AGENT.name} ${ORGANIZATION.name} · no one mapped` }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText(/invitation is on its way/)).toBeVisible();
  });

  const maya = await openOther(browser);
  const lastName = uniqueName('Rowan');
  await test.step('who is invited signs in and submits the first lead', async () => {
    await maya.page.goto(linkOf(await mailTo(vendor, INVITED.email)));
    await signInByMail(maya.page, { vendor, email: INVITED.email, mails: 2 });
    await expect(maya.page).toHaveURL(/\/leads$/);
    await submitLead(maya.page, lastName);
    expect(await vendor.leadOf(lastName)).toMatchObject({
      partnerOrganizationId: ORGANIZATION.id,
      agentId: AGENT.id,
    });
  });

  await test.step('and sees its status change as the vendor changes it', async () => {
    await maya.page.goto('/leads');
    await expect(maya.page.getByRole('row', { name: lastName })).toContainText(/pending/i);
    await vendor.changeLead((await vendor.leadOf(lastName)).id, { status: 'qualified' });
    await expect(maya.page.getByRole('row', { name: lastName })).toContainText(/qualified/i);
    await maya.close();
  });

  await test.step('the setup is ticked off, and the owner is verified', async () => {
    await checkSetup(page);
    await expect(step(page, 'First lead')).toContainText('OK');
    const people = step(page, 'People');
    await expect(people).toContainText('OK');
    await expect(people).toContainText('All of their agents are verified.');
    await page.goto('/admin/people?view=agents');
    await expect(page.getByRole('row', { name: AGENT.name })).not.toContainText('Unverified');
  });
});
