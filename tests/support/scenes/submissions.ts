import type { Page } from '@playwright/test';
import { loseNextResponse } from '../lost-response';
import { fieldLabel } from './field-label';
import { expect, type Scene, type Stage, scenesOf } from './scene';

/** The form for a new lead, and what becomes of it. */
export const SUBMISSIONS: readonly Scene[] = scenesOf({ person: 'Maya Lindqvist' }, [
  { id: 'form', open: ({ page }) => openNewLead(page) },
  {
    id: 'form-filled',
    open: async (stage) => {
      const { page } = stage;
      await openNewLead(page);
      await page.getByLabel(fieldLabel('First name')).fill('Nora');
      await page.getByLabel(fieldLabel('Phone')).fill('+44 1632 960144');
      await fillRequired(stage, 'Winters');
    },
  },
  {
    id: 'form-all-sections',
    open: async ({ page }) => {
      await openNewLead(page);
      for (const summary of await page.locator('#lead-form summary').all()) await summary.click();
    },
  },
  {
    id: 'form-errors',
    open: async (stage) => {
      const { page } = stage;
      await openNewLead(page);
      await page.getByLabel(fieldLabel('Email')).fill('nora@');
      await submit(stage);
      await expect(page.locator('#problem-heading')).toBeVisible();
    },
  },
  {
    id: 'form-number-read',
    open: async ({ page }) => {
      await openNewLead(page);
      for (const summary of await page.locator('#lead-form summary').all()) await summary.click();
      await page.getByLabel(fieldLabel('Deal value')).fill('12.500');
      await page.getByLabel(fieldLabel('Probability of closing')).fill('12.500');
      await expect(page.getByText(/^= .*12/).first()).toBeVisible();
    },
  },
  {
    id: 'form-known-already',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Known');
      await submit(stage);
      await page.waitForURL(/\/submissions\//);
      await openNewLead(page);
      await fillRequired(stage, 'Known');
      const known = page.getByRole('status').filter({ hasText: t('Known.title') });
      await expect(known.getByRole('link').first()).toBeVisible();
    },
  },
  {
    id: 'form-template',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Template');
      await submit(stage);
      await page.getByRole('link', { name: t('Lead.useAsTemplate') }).click();
      await page.waitForURL(/\?template=/);
      await expect(page.getByLabel(fieldLabel('Company'))).toHaveValue('Alder Logistics');
    },
  },
  {
    id: 'form-several-leads',
    open: async (stage) => {
      const { page } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Several');
      await openMenu(stage);
    },
  },
  {
    id: 'form-next-lead',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Several');
      await openMenu(stage);
      // By keyboard: the menu may still be moving to its place.
      await page.locator('#lead-form input[name=pin]').first().press('Space');
      await page.getByRole('button', { name: t('Form.addAnother') }).click();
      await page.waitForURL(/\?after=/);
      await expect(page.getByLabel(fieldLabel('Last name'))).toHaveValue('');
    },
  },
  {
    id: 'form-paste',
    open: async (stage) => {
      await openNewLead(stage.page);
      await openPaste(stage);
    },
  },
  {
    id: 'form-pasted',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await openPaste(stage);
      await page.getByLabel(t('Form.pasteLabel')).fill(SIGNATURE);
      await page.getByRole('button', { name: t('Form.pasteFill') }).click();
      await expect(page.getByLabel(fieldLabel('Last name'))).toHaveValue('Winters');
    },
  },
  {
    id: 'drafts',
    open: async (stage) => {
      for (const lastName of ['Winters', 'Summers']) {
        await saveDraft(stage, lastName);
        await stage.page.goto('/drafts');
        // Another form in this tab would continue the draft. Only now, as a form stores it once more when it is left.
        await stage.page.evaluate(() => sessionStorage.clear());
      }
      await expect(stage.page.getByRole('listitem').filter({ hasText: 'Winters' }).first()).toBeVisible();
    },
  },
  {
    id: 'form-draft-continued',
    open: async (stage) => {
      const { page } = stage;
      await saveDraft(stage, 'Autumn');
      await page.goto('/drafts');
      const draft = page.getByRole('listitem').filter({ hasText: 'Autumn' }).first();
      await draft.getByRole('link').click();
      await page.waitForURL(/\?draft=/);
      await expect(page.getByLabel(fieldLabel('Last name'))).toHaveValue('Autumn');
    },
  },
  {
    id: 'form-already-submitted',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Winters');
      await loseNextResponse(page);
      await submit(stage);
      await expect(page.getByText(t('Form.submitFailed'))).toBeVisible();
      await fillRequired(stage, 'Summers');
      await submit(stage);
      await expect(page.getByRole('button', { name: t('Form.submitAsNew') }).first()).toBeVisible();
    },
  },
  {
    id: 'submission-accepted',
    print: true,
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Accepted');
      await submit(stage);
      const title = t('Submission.acceptedTitle', { name: 'Alder Logistics' });
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    },
  },
  {
    id: 'verify-genuine',
    print: true,
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Proven');
      await submit(stage);
      await page.getByRole('link', { name: t('Receipt.verify') }).click();
      await expect(page.getByText(t('Verify.genuine'))).toBeVisible();
    },
  },
  {
    id: 'submission-on-its-way',
    open: async (stage) => {
      const { page, vendor, afterwards } = stage;
      await vendor.setFaults({ down: true });
      afterwards(() => vendor.setFaults({ down: false }));
      await openNewLead(page);
      await fillRequired(stage, 'Waiting');
      await submit(stage);
      await page.waitForURL(/\/submissions\//);
    },
  },
  {
    id: 'submission-unclear',
    open: async (stage) => {
      const { page, vendor, afterwards, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Unclear');
      await vendor.setFaults({ dropAfterStore: 1, holdDeliveries: true });
      afterwards(async () => {
        await vendor.setFaults({ dropAfterStore: 0, holdDeliveries: false });
        await vendor.releaseDeliveries();
      });
      await submit(stage);
      const badge = page.getByText(t('Submission.state.confirming'), { exact: true });
      await expect(badge).toBeVisible();
    },
  },
  { id: 'submission-needs-correction', open: openRefused },
  {
    id: 'form-correction',
    open: async (stage) => {
      await openRefused(stage);
      const { page, t } = stage;
      await page.getByRole('link', { name: t('Submission.correct') }).click();
      await expect(page.getByRole('button', { name: t('Form.resubmit') })).toBeVisible();
    },
  },
]);

/** Resolves when the form is interactive. */
export async function openNewLead(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('lead-form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Of the demo vendor's form. */
export async function fillRequired({ page, t }: Stage, lastName: string): Promise<void> {
  await page.getByLabel(fieldLabel('Last name')).fill(lastName);
  await page.getByLabel(fieldLabel('Email')).fill(`nora.${lastName.toLowerCase()}@alderlogistics.example`);
  // By its role: what may be kept for the next lead is labelled with the same words.
  await page.getByRole('textbox', { name: fieldLabel('Company') }).fill('Alder Logistics');
  await page
    .getByRole('radiogroup', { name: fieldLabel('Platform') })
    .getByRole('radio')
    .first()
    .check();
  await page
    .getByRole('radiogroup', { name: fieldLabel('Agreed to be contacted') })
    .getByLabel(t('Form.yes'))
    .check();
}

const SIGNATURE =
  'Nora Winters\nHead of Operations\nAlder Logistics Ltd\nTel: +44 1632 960144\nnora@alder.example';

async function openMenu({ page, t }: Stage): Promise<void> {
  await page.getByRole('button', { name: t('Form.severalLeads'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('Form.addAnother') })).toBeVisible();
}

async function openPaste({ page, t }: Stage): Promise<void> {
  await page.locator('summary', { hasText: t('Form.paste') }).click();
  await expect(page.getByLabel(t('Form.pasteLabel'))).toBeFocused();
}

/** Saves a draft that lacks an answer and a consent. */
async function saveDraft({ page, t }: Stage, lastName: string): Promise<void> {
  await openNewLead(page);
  await page.getByLabel(fieldLabel('Last name')).fill(lastName);
  await page.getByLabel(fieldLabel('Company')).fill('Alder Logistics');
  await page.getByRole('button', { name: t('Form.saveDraft') }).click();
  await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible();
}

export const submit = ({ page, t }: Stage) =>
  page
    .locator('#lead-form')
    .getByRole('button', { name: t('Form.submitLead') })
    .click();

/** A lead that the portal refuses because of a rule the desk does not know yet. */
export async function openRefused(stage: Stage): Promise<void> {
  const { page, vendor, afterwards, t } = stage;
  // After a scene in which the portal was down, the desk finds out within seconds, by reading the form.
  await expect(async () => {
    await openNewLead(page);
    await expect(page.getByText(t('Form.serviceDown'))).toHaveCount(0, { timeout: 1 });
  }).toPass({ timeout: 45_000 });
  await fillRequired(stage, 'Refused');
  await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
  await vendor.changeField('phone', { required: true });
  afterwards(async () => {
    await vendor.changeField('phone', { required: false });
    await vendor.setFaults({ errorRate: 0, onlyRoutes: [] });
  });
  await submit(stage);
  await expect(page.getByRole('link', { name: t('Submission.correct') })).toBeVisible();
}
