import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submissions } from '@/lib/db/schema/submissions';
import messages from '@/messages/en.json';
import { DEMO } from '@/sandbox/demo';
import { type Agent, signIn } from '../support/desk/agent';
import type { PlainBrowser } from '../support/desk/browser';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { readable } from '../support/desk/html';
import { checkInvariants } from '../support/desk/invariants';
import { leadNamed } from '../support/desk/lead-form';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { tablesOf } from './submissions/clock';
import { browserOf, readForm } from './submissions/person';
import { onlyLead, truthOf } from './submissions/truth';

const NEW = '/leads/new';
/** The portal's error for a choice it no longer offers. */
const UNLISTED = 'must be one of the listed values';
const [{ id: partnerOrganizationId, agents }] = DEMO.organizations;

/** Rows 38 to 40: forms posted twice, refused, or posted at the same time as another person's. */
describe('forms posted by people', () => {
  let desk: Desk;
  let maya: Agent;
  /** Maya's browser, and the same one on the other web process if there are two. */
  let browser: PlainBrowser;
  let elsewhere: PlainBrowser;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2 });
    const [web, other = web] = desk.webs as [DeskProcess, DeskProcess?];
    [maya, browser] = await Promise.all([signIn(web, 'Maya Lindqvist'), browserOf(web, 'Maya Lindqvist')]);
    elsewhere = browser.at(other);
  });
  afterAll(() => desk.stop());

  it('row 38: a double click, a second tab and going back to submit again are one submission', async () => {
    const form = readForm(await browser.get(NEW));
    const data = form.data(leadNamed('Double-1'));
    const tabs = [browser, elsewhere, browser, elsewhere];
    const pages = await Promise.all(tabs.map((tab) => tab.post(NEW, data)));
    const again = await browser.post(NEW, data);
    expect(new Set([...pages, again].map(({ path }) => path))).toEqual(
      new Set([`/submissions/${form.submissionId}`]),
    );

    await untilQuiet(desk);
    const { leadId } = await maya.submission(form.submissionId ?? '');
    expect(await truthOf(desk, 'Double-1')).toEqual({ answers: [201], ...onlyLead({ leadId }) });
    if (desk.sql) {
      const [rows] = await tablesOf(desk).select({ count: count() }).from(submissions);
      expect(rows).toEqual({ count: 1 });
    }
  });

  it('row 38: a number is the one that the page showed, whatever language its person has chosen since', async () => {
    const form = readForm(await browser.get(NEW));
    const data = form.data({ ...leadNamed('Language-1'), 'Deal value': '12.500' });
    // The page was German then; it is English now.
    expect(data.get('locale')).toBe('en');
    data.set('locale', 'de');
    await browser.post(NEW, data);
    await untilQuiet(desk);
    expect((await desk.vendor.leadOf('Language-1')).value).toBe(12_500);
  });

  it('row 38: of two leads posted under one id at the same moment one is accepted, and the other returns as typed', async () => {
    for (let round = 0; round < 4; round++) {
      const names = [`Twin-${round}-A`, `Twin-${round}-B`];
      const form = readForm(await browser.get(NEW));
      const pages = await Promise.all(
        names.map((name, index) => [browser, elsewhere][index]?.post(NEW, form.data(leadNamed(name)))),
      );
      const taken = pages.findIndex((page) => page?.path === `/submissions/${form.submissionId}`);
      const asked = pages[1 - taken];
      expect(asked?.path, 'one of them is not taken in').toBe(NEW);
      const [winner = '', loser = ''] = taken === 0 ? names : names.toReversed();
      expect(readable(asked?.text ?? '')).toContain(messages.Form.submitAsNew);
      if (!asked) throw new Error('no page came back');
      const again = readForm(asked);
      expect([...again.data().values()], 'what was typed is kept').toContain(loser);
      const newSubmissionId = idOfSubmitAsNew(asked.text);
      const answers = again.data();
      answers.set('newSubmissionId', newSubmissionId);
      expect((await browser.post(NEW, answers)).path).toMatch(
        new RegExp(`^/submissions/${newSubmissionId}(\\?|$)`),
      );

      await untilQuiet(desk);
      for (const [name, id] of [
        [winner, form.submissionId],
        [loser, newSubmissionId],
      ] as const) {
        const { leadId } = await maya.submission(id ?? '');
        expect(await truthOf(desk, name)).toEqual({ answers: [201], ...onlyLead({ leadId }) });
      }
    }
  });

  it.each([
    [400, 'web-store'],
    [409, 'marketplace'],
    [422, 'point-of-sale'],
  ] as const)(
    'row 39: a lead refused with %i is not sent again, says why, and goes out as a new one once corrected',
    async (status, retired) => {
      const { vendor } = desk;
      const lastName = `Refused-${status}`;
      const answers = { 'Last name': `Corrected-${status}`, Platform: 'mobile-app' };
      await vendor.setShape({ validationStatus: status });
      // The desk validates against the form it last read, so only the portal knows of the change.
      await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
      await vendor.changeOption('platform', retired, { active: false });
      const { submissionId, state } = await maya.submit({ ...leadNamed(lastName), Platform: retired });
      expect(state).toBe('refused');
      expect((await maya.submission(submissionId)).text).toContain(UNLISTED);
      expect((await maya.page('/leads?show=needs-correction')).text).toContain(lastName);
      await untilQuiet(desk);
      expect((await truthOf(desk, lastName)).answers).toEqual([status]);

      await vendor.setFaults({ errorRate: 0, onlyRoutes: [] });
      const corrected = await correct(browser, { submissionId, answers });
      expect(corrected.path).toBe(`/submissions/${corrected.submissionId}`);
      expect(corrected.submissionId).not.toBe(submissionId);
      const { leadId } = await maya.submission(corrected.submissionId);
      const truth = await truthOf(desk, answers['Last name']);
      expect(truth).toEqual({ answers: [201], ...onlyLead({ leadId }) });
      expect((await truthOf(desk, lastName)).answers, 'the refused one stays as it was').toEqual([status]);
      const refused = await maya.page('/leads?show=needs-correction');
      expect(refused.text, 'the new one has taken its place').not.toContain(lastName);
      const list = await maya.page('/leads');
      expect(list.text).toContain(answers['Last name']);
    },
  );

  it('row 40: of two people who edit one lead from the same version one writes and the other decides', async () => {
    const { vendor } = desk;
    const ines = await browserOf(desk.webs.at(-1) as DeskProcess, 'Ines Carvalho');
    const lead = await vendor.createLead({
      partnerOrganizationId,
      agentId: agents[0].id,
      lastName: 'Edited-1',
      email: 'e@example.com',
      platform: 'other',
      value: 1_000,
      customFields: { companyName: 'Alder', consent: true },
    });
    const path = `/leads/${lead.id}/edit`;
    await until('the lead is in the mirror', async () => (await ines.get(path)).status === 200);
    const [first, second] = await Promise.all([browser.get(path), ines.get(path)]);
    const before = await vendor.logSeq();
    const saved = await browser.post(path, readForm(first).data({ 'Deal value': '1111' }));
    const mine = { 'Deal value': '2222', Company: 'Birch & Co' };
    const conflict = await ines.post(path, readForm(second).data(mine));

    const writes = async () => (await vendor.readLog(before)).filter(({ route }) => route === 'patch');
    expect(saved.path).toBe(`/leads/${lead.id}`);
    expect(conflict.path).toBe(path);
    expect(readable(conflict.text)).toContain(messages.Form.conflictHeading);
    expect(readable(conflict.text)).toMatch(/1,111/);
    expect((await writes()).map(({ body }) => body)).toEqual([{ value: 1111 }]);

    const decided = readForm(conflict).data();
    expect([...decided.values()], 'nothing she typed is lost').toEqual(
      expect.arrayContaining(['Birch & Co']),
    );
    for (const name of namesOfChoices(conflict.text)) decided.set(name, 'mine');
    expect((await ines.post(path, decided)).path).toBe(`/leads/${lead.id}`);
    const now = await vendor.getLead(lead.id);
    expect([now.value, now.customFields.companyName]).toEqual([2222, 'Birch & Co']);
    expect(await writes()).toHaveLength(2);
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});

/** The id that the button "Submit as a new lead" posts. */
function idOfSubmitAsNew(html: string): string {
  const [button = ''] = html.match(/<button[^>]*name="newSubmissionId"[^>]*>/) ?? [];
  const value = /value="([^"]+)"/.exec(button)?.[1];
  if (!value) throw new Error('The page has no button that submits as a new lead.');
  return value;
}

const namesOfChoices = (html: string) => new Set(html.match(/choose_f\d+/g));

/**
 * Opens the form from a refused submission's page, corrects it and submits; once more if the form returns
 * because the portal changed it.
 */
async function correct(
  browser: PlainBrowser,
  refused: { submissionId: string; answers: Record<string, string> },
) {
  const path = `${NEW}?from=${refused.submissionId}`;
  const opened = await browser.get(path);
  expect(readable(opened.text), 'the reason stands beside the field').toContain(UNLISTED);
  let form = readForm(opened);
  expect([...form.data().values()], 'what was entered is kept').toContain('Alder Logistics');
  // A consent is never filled in automatically: it is given again.
  const answers = { ...refused.answers, 'Agreed to be contacted': 'true' };
  let page = await browser.post(path, form.data(answers));
  if (readable(page.text).includes(messages.Form.changedHeading)) {
    form = readForm(page);
    page = await browser.post(path, form.data());
  }
  return { submissionId: form.submissionId ?? '', path: page.path };
}
