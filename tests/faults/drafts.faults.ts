import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { signIn } from '../support/desk/agent';
import type { PlainBrowser } from '../support/desk/browser';
import { type Desk, startDesk } from '../support/desk/desk';
import { leadNamed } from '../support/desk/lead-form';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { readForm } from './submissions/person';
import { truthOf } from './submissions/truth';

/** How often a process is killed while it saves. */
const ROUNDS = 2;

/** Row 47: the answer of a save is lost, or its process killed, at whatever point of the save. */
describe('drafts whose saves are cut off', () => {
  let desk: Desk;
  let browser: PlainBrowser;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
    browser = (await signIn(desk.door, 'Maya Lindqvist')).browser;
  });
  afterAll(() => desk.stop());

  /** A form with its draft, as the scripts of its page would save it. */
  const openDraft = async () => {
    const form = readForm(await browser.get('/leads/new'));
    const hidden = form.data();
    const id = String(hidden.get('draftId'));
    const put = (
      lastName: string,
      { known, revision }: { known: string[]; revision: string },
      signal?: AbortSignal,
    ) =>
      browser.ask(`/api/drafts/${id}`, {
        method: 'PUT',
        headers: { origin: desk.door.url, 'content-type': 'application/json' },
        body: JSON.stringify({
          renderedFor: hidden.get('renderedFor'),
          version: hidden.get('version'),
          known,
          revision,
          fields: [['lastName', 'text', lastName]],
        }),
        signal,
      });
    const page = async () => (await browser.get(`/leads/new?draft=${id}`)).text;
    return { id, form, put, page };
  };

  it('row 47: a save whose answer was lost is known again: nothing is lost, doubled or taken for another device’s', async () => {
    const { put, page } = await openDraft();
    const [first, second] = [newId('revision'), newId('revision')];
    const cut = new AbortController();
    const sent = put('Cut-1', { known: [], revision: first }, cut.signal).catch(() => undefined);
    await until('it is stored', async () => (await page()).includes('Cut-1'));
    cut.abort();
    await sent;
    const response = await put('Cut-2', { known: [first], revision: second });
    expect(response.status).toBe(200);
    expect(await page()).toContain('Cut-2');
    expect((await draftsIn(browser)).filter((name) => name.startsWith('Cut-'))).toEqual(['Cut-2']);
  });

  it('row 47: a process killed while it saves loses nothing that it confirmed, and the next save succeeds', async () => {
    const [web] = desk.webs;
    if (!web) throw new Error('There is no web process.');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { put, page } = await openDraft();
      const [first, second, third] = [newId('revision'), newId('revision'), newId('revision')];
      const confirmed = `Kept-in-round-${round}`;
      expect((await put(confirmed, { known: [], revision: first })).status).toBe(200);
      const cut = put(`Killed-in-round-${round}`, { known: [first], revision: second }).catch(
        () => undefined,
      );
      await until(
        'it is under way',
        async () => round % 2 === 0 || (await Promise.race([cut, page()])) !== undefined,
      );
      await web.kill();
      await cut;
      await web.start();
      const stored = await page();
      expect([confirmed, `Killed-in-round-${round}`].some((name) => stored.includes(name))).toBe(true);
      const next = await put(`Next-in-round-${round}`, { known: [first, second], revision: third });
      expect(next.status).toBe(200);
      expect((await draftsIn(browser)).filter((name) => name.endsWith(`-in-round-${round}`))).toEqual([
        `Next-in-round-${round}`,
      ]);
    }
  });

  it('row 47: a save that arrives after its submission does not bring the draft back', async () => {
    const { form, put, id } = await openDraft();
    const data = form.data(leadNamed('Drafted-1'));
    expect((await browser.post('/leads/new', data)).path).toBe(`/submissions/${form.submissionId}`);
    expect((await put('Drafted-1', { known: [], revision: newId('revision') })).status).toBe(410);
    expect(await draftsIn(browser)).not.toContain('Drafted-1');
    // Another device that continued it and never heard of the submission.
    const other = readForm(await browser.get('/leads/new'));
    const again = other.data(leadNamed('Drafted-1'));
    again.set('draftId', id);
    expect((await browser.post('/leads/new', again)).path).toContain(`/submissions/${form.submissionId}`);
    await untilQuiet(desk);
    expect((await truthOf(desk, 'Drafted-1')).answers).toEqual([201]);
  });
});

/** The names of the drafts that a person sees. */
async function draftsIn(browser: PlainBrowser): Promise<string[]> {
  const { text } = await browser.get('/drafts');
  return [...text.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].flatMap(([, name]) => name ?? []);
}
