import { beforeAll, describe, expect, it } from 'vitest';
import { tagsOf } from '@/tests/support/desk/html';
import { ownerNamed } from './harness/drafts';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type Actor, openWorld, type World } from './harness/world';

let world: World;
/** A lead of the agent's, and words that only they may read. */
let leadId: string;
let secrets: string[];
beforeAll(async () => {
  world = await openWorld();
  const { agent } = await ownerNamed(world.sql, 'Maya Lindqvist');
  const { rows } = await world.sql.query<{ id: string; company: string; email: string }>(
    "select id, company, email from leads where agent_id = $1 and company <> '' and deleted_at is null limit 1",
    [agent],
  );
  const [lead] = rows;
  if (!lead) throw new Error('The agent has no lead.');
  leadId = lead.id;
  secrets = [lead.company, lead.email];
});

const FOREIGN: readonly Actor[] = ['other agent'];
const pageOf = async (actor: Actor, query: string) =>
  (await world.browsers[actor].get(`/leads/new?${query}`)).text;

/** What a form holds, without the ids that are made for each page. */
function valuesOf(html: string): string[] {
  const own = new Set(['submissionId', 'draftId', 'renderedFor']);
  return tagsOf(html, 'input')
    .filter(({ name = '' }) => !own.has(name) && !name.startsWith('$ACTION'))
    .map(
      ({ name = '', value = '', checked }) => `${name}=${value}${checked === undefined ? '' : ' checked'}`,
    );
}

describe('hostile row 60: a new lead that begins from somebody else’s', () => {
  it('shows nothing of a foreign lead or submission, and the same as for one that never was', async () => {
    const before = await footprintOf(world.sql);
    const { rows } = await world.sql.query<{ id: string }>('select id from submissions limit 1');
    const submission = rows[0]?.id ?? 'sub_bbbbbbbbbbbbbbbbbbbb';
    for (const actor of FOREIGN) {
      for (const [foreign, unknown] of [
        [`template=${leadId}`, 'template=66b0c4d2e8f1a35790d4dead'],
        [`after=${submission}&keep=f0.f1.f2.f3.f4`, 'after=sub_aaaaaaaaaaaaaaaaaaaa&keep=f0.f1.f2.f3.f4'],
      ] as const) {
        const page = await pageOf(actor, foreign);
        for (const secret of secrets) expect(page).not.toContain(secret);
        expect(valuesOf(page)).toEqual(valuesOf(await pageOf(actor, unknown)));
      }
    }
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  it('shows the agent their own without its person', async () => {
    const page = await pageOf('agent', `template=${leadId}`);
    const [company = '', email = ''] = secrets;
    expect(page).toContain(company);
    expect(valuesOf(page).join('\n')).not.toContain(email);
  });

  it.each([
    'template=%00',
    'template=%ed%a0%80',
    "template=' or 1=1",
    'template[]=x',
    'template=x&template=y',
    `template=${'x'.repeat(4_000)}`,
    'after=%00&keep=%00',
    'after=sub_aaaaaaaaaaaaaaaaaaaa&keep=__proto__.constructor.f99999',
    `after=sub_aaaaaaaaaaaaaaaaaaaa&keep=${'f1.'.repeat(1_000)}`,
    'posted=%3Cscript%3E&after=x',
  ])('the address ?%s is a fresh form', async (query) => {
    const response = await world.browsers.agent.get(`/leads/new?${query}`);
    expect(response.status).toBe(200);
    expect(indiscretionOf({ body: response.text })).toBeUndefined();
    expect(valuesOf(response.text)).toEqual(valuesOf((await world.browsers.agent.get('/leads/new')).text));
  });
});
