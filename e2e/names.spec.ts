import type { Locator, Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import { expect, readFormAgain, signInAs, test } from './fixtures';
import { openForm } from './lead-form';

/** Phones, a tablet, a small and a large screen. */
const WIDTHS = [320, 360, 768, 1024, 1440];
const [HARBOUR] = DEMO.organizations;
const MAYA = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[0].id };

/** Worst-case names: a mark that reverses all that follows, and very long words. */
const TURNED = 'Ann \u202eredlA';
const LONG = 'Donaudampfschiffahrtselektrizitaeten';
const ENDLESS = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6);
const ARABIC = 'ليلى حداد';

test.describe.configure({ timeout: 180_000 });

/** Fails with the address if the page can be scrolled sideways, or a part of it overflows. */
async function expectToFit(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(() => {
      const over = document.documentElement.scrollWidth - innerWidth;
      // Rows of links may scroll separately; the rest of a page must fit.
      const cut = [
        ...document.querySelectorAll('main section, main table, main form, main dl, main li'),
      ].filter(
        (part) => !part.closest('nav') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      );
      const past = [...document.querySelectorAll('body *')].filter(
        (part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('nav, .sr-only'),
      );
      const name = (part: Element | undefined) => part?.outerHTML.slice(0, 300);
      return { over: over > 0 ? (name(past.at(-1)) ?? over) : 0, cut: name(cut.at(-1)) };
    });
    expect(found, `${what} at ${width} px`).toEqual({ over: 0, cut: undefined });
  }
}

/** Fails if a text could change the direction of its surroundings: in an attribute, or in an element without isolation. */
async function expectToKeepIn(page: Page, what: string): Promise<void> {
  const loose = await page.evaluate(() => {
    const turns = /[\u202a-\u202e]/;
    const found = turns.test(document.title) ? [`title: ${document.title}`] : [];
    for (const part of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const value = part.getAttribute(name) ?? '';
        if (turns.test(value)) found.push(`${name}: ${value}`);
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (
        !turns.test(text.textContent ?? '') ||
        text.parentElement?.closest('script, style, option, textarea')
      )
        continue;
      let around = text.parentElement;
      let isKept = false;
      while (around && around.textContent?.trim() === text.textContent?.trim() && !isKept) {
        const { unicodeBidi, display } = getComputedStyle(around);
        isKept = /isolate|plaintext/.test(unicodeBidi) || !display.startsWith('inline');
        around = around.parentElement;
      }
      if (!isKept) found.push(`text: ${text.parentElement?.outerHTML.slice(0, 200)}`);
    }
    return found;
  });
  expect(loose, what).toEqual([]);
}

/** Whether these words of ours, in this element, are rendered from left to right in order. */
async function expectInOrder(place: Locator, words: string): Promise<void> {
  const isInOrder = await place.evaluate((element, phrase) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const at = text.textContent?.indexOf(phrase) ?? -1;
      if (at === -1) continue;
      const boxes = [...phrase].map((_, index) => {
        const range = document.createRange();
        range.setStart(text, at + index);
        range.setEnd(text, at + index + 1);
        return range.getBoundingClientRect();
      });
      return boxes.every((box, index) => {
        const before = boxes[index - 1];
        return before === undefined || box.top > before.top + 2 || box.left >= before.left;
      });
    }
    return `“${phrase}” is not in “${element.textContent}”`;
  }, words);
  expect(isInOrder, words).toBe(true);
}

/** Submits a lead of this name, and returns the heading with the outcome. */
async function submit(page: Page, lastName: string): Promise<Locator> {
  await openForm(page);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`${Date.now()}@example.com`);
  await page.getByLabel('Company').fill(ENDLESS.slice(0, 80));
  await page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio').first().check();
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Submit lead' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /is saved|was submitted/ });
  await expect(heading).toBeVisible();
  return heading;
}

async function visit(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToKeepIn(page, address);
    await expectToFit(page, address);
  }
}

test.beforeEach(async ({ vendor, stack }) => {
  await vendor.addField({
    label: `${ENDLESS} ${TURNED}`,
    type: 'picklist',
    updateable: true,
    help: ENDLESS,
    options: [
      { value: 'a', label: ENDLESS },
      { value: 'b', label: TURNED },
    ],
  });
  await readFormAgain(stack);
});

test('no name changes the text direction around it or widens a page of an agent', async ({
  page,
  vendor,
}) => {
  const made: string[] = [];
  for (const [firstName, lastName] of [
    [TURNED, 'Alder'],
    [LONG, LONG],
    [ENDLESS, ENDLESS],
    [ARABIC, ''],
  ] as const) {
    const email = `${made.length}.${ENDLESS.slice(0, 60)}@${LONG.toLowerCase()}.example`;
    const lead = await vendor.createLead({ ...MAYA, firstName, lastName, email });
    made.push(lead.id);
  }
  await vendor.changeLead(made[2] ?? '', {
    status: `${ENDLESS.slice(0, 80)} ${TURNED}`,
    value: 123456789012345,
  });
  await vendor.changeLead(made[0] ?? '', { status: TURNED, lastName: `Alder ${TURNED}` });
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: ENDLESS })).toBeVisible();
  await visit(page, ['/leads', '/leads/new', ...made.flatMap((id) => [`/leads/${id}`, `/leads/${id}/edit`])]);

  await page.goto(`/leads/${made[0]}/edit`);
  await expectInOrder(page.getByRole('heading', { level: 1 }), 'Edit ');
});

test('no name changes the text direction around it or widens the page of a submission', async ({
  page,
  vendor,
}) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  for (const lastName of [TURNED, ENDLESS.slice(0, 80)]) {
    await vendor.setFaults({ down: lastName === TURNED });
    const heading = await submit(page, lastName);
    const words = (await heading.textContent())?.match(/(is saved|was submitted).*$/)?.[0] ?? '';
    await expectInOrder(heading, words);
    await visit(page, [page.url()]);
  }
});

test('no name changes the text direction around it or widens a page of the admin', async ({
  openAs,
  vendor,
}) => {
  const lead = await vendor.createLead({
    ...MAYA,
    firstName: TURNED,
    lastName: ENDLESS,
    email: 'a@b.example',
  });
  await vendor.changeLead(lead.id, { status: `${TURNED} ${ENDLESS.slice(0, 80)}` });
  await vendor.setFaults({ down: true });
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads');
  await submit(agent, TURNED);

  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  await visit(admin, ['/admin/submissions']);
  await vendor.setFaults({ down: false });
  await admin.goto('/admin/people/invite');
  await admin
    .getByLabel('Email address')
    .fill(`${LONG.toLowerCase()}.${Date.now()}@${LONG.toLowerCase()}.example`);
  await admin.getByLabel('Name', { exact: true }).fill(`${ENDLESS.slice(0, 180)} ${TURNED}`);
  await admin.getByLabel('Agent', { exact: true }).selectOption({ index: 1 });
  await admin.getByRole('button', { name: /Invite|Add/ }).click();
  await expect(admin.getByText(/invitation is on its way|^Added/)).toBeVisible();
  await admin.goto('/admin/people?view=people&q=Wolfe');
  await admin.getByRole('rowheader').getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Wolfe');

  // Long words in data break; the desk's own short words never do.
  await admin.setViewportSize({ width: 320, height: 900 });
  for (const link of await admin.getByRole('navigation', { name: 'Admin pages' }).getByRole('link').all()) {
    expect((await link.boundingBox())?.height).toBeLessThan(50);
  }
  const pages = ['setup', 'people', 'people/invite', 'fields', 'webhooks', 'audit'];
  await visit(admin, [
    new URL(admin.url()).pathname,
    '/admin',
    ...pages.map((path) => `/admin/${path}`),
    ...['waiting', 'people', 'agents', 'rules', 'files'].map((view) => `/admin/people?view=${view}`),
    ...['history', 'statuses', 'statuses&texts=de'].map((part) => `/admin/fields?part=${part}`),
    '/admin/fields?texts=de',
  ]);
});

test('signed-out pages fit as well', async ({ page, openAs }) => {
  await visit(page, ['/signin', '/accessibility']);
  const waiting = await openAs('Sam Ito');
  await waiting.goto('/leads');
  await visit(waiting, ['/waiting']);
});
