import type { Page } from '@playwright/test';
import type { Field } from '@/lib/forms/field';
import { sixtyFields } from '@/tests/support/form-fixtures';
import type { NewField, Vendor } from '@/tests/support/vendor';

/** The desk rereads the form in the background once its copy is a minute old. */
const SEEN_WITHIN_MS = 150_000;

/** Gives the portal the form of sixty fields, with two picklists of 500 values, and waits until the desk shows it. */
export async function drawWideForm(vendor: Vendor, page: Page): Promise<void> {
  const wanted = sixtyFields().fields;
  const ids = new Set(wanted.map(({ id }) => id));
  const known = await vendor.listFields();
  for (const { fieldId } of known) {
    if (!ids.has(fieldId)) await vendor.changeField(fieldId, { retired: true, required: false });
  }
  const missing = wanted.filter(({ id }) => !known.some(({ fieldId }) => fieldId === id));
  for (const field of missing) await vendor.addField(toNewField(field));
  await untilDrawn(page, missing.at(-1)?.label ?? '');
}

async function untilDrawn(page: Page, label: string): Promise<void> {
  console.log('  Waiting until the desk has read the new form; this takes up to two minutes.');
  const deadline = Date.now() + SEEN_WITHIN_MS;
  while (Date.now() < deadline) {
    await page.goto('/leads/new');
    if ((await page.content()).includes(label)) return;
    // No event announces it: one page request starts the read, and a later one shows the result.
    await page.waitForTimeout(5_000);
  }
  throw new Error('The desk does not draw the new form.');
}

function toNewField(field: Field): NewField {
  const { id, label, kind, required, updateable, options, help, currency } = field;
  return {
    fieldId: id,
    label,
    type: kind,
    required,
    updateable,
    ...(help && { help }),
    ...(currency && { currency }),
    ...(options && { options: options.map(({ value, label }) => ({ value: String(value), label })) }),
  };
}
