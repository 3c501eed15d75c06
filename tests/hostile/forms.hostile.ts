import { beforeAll, describe, expect, it } from 'vitest';
import { readable, tagsOf } from '@/tests/support/desk/html';
import { leadNamed, openLeadForm } from '@/tests/support/desk/lead-form';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { ownerNamed } from './harness/drafts';
import { footprintOf } from './harness/footprint';
import { callAction, formsOf, type PostedForm, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { readActions } from './harness/routes';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

const SUBMIT = readActions().find(({ name }) => name.endsWith(' submitLeadAction'))?.id ?? '';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

/** A valid form for a new lead, as Maya would post it. */
async function filledForm(lastName: string): Promise<PostedForm> {
  const form = await openLeadForm(world.browsers.agent);
  const fields = [...form.data(leadNamed(lastName))].map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { path: '/leads/new', fields };
}

/** The name of the control that holds `response`. */
function controlWith(form: PostedForm, response: string): string {
  const found = form.fields.find(([, value]) => value === response);
  if (!found) throw new Error(`No control holds ${response}.`);
  return found[0];
}

function withResponse(form: PostedForm, name: string, value: string): PostedForm {
  return { ...form, fields: form.fields.map((field) => (field[0] === name ? [name, value] : field)) };
}

const post = (form: PostedForm) => postForm(world.browsers.agent, world.origin, form);

/** Refused by validation: the form again, with an error for a field; nothing is stored. */
async function expectFieldError(form: PostedForm): Promise<HttpResponse> {
  const before = await footprintOf(world.sql);
  const response = await post(form);
  expect(response.status).toBe(200);
  expect(response.body).toMatch(/aria-invalid="true"|There is a problem/);
  expect(indiscretionOf(response)).toBeUndefined();
  const after = await footprintOf(world.sql);
  expect({ ...after, rate_limits: '' }).toEqual({ ...before, rate_limits: '' });
  return response;
}

describe('row 25: what the form does not ask for is never stored', () => {
  it('neither an owner, a role nor a prototype', async () => {
    const names = [
      'status',
      'partnerId',
      'partnerOrganizationId',
      'agentId',
      'ownerId',
      'role',
      'isAdmin',
      '__proto__',
      'constructor.prototype',
      '__proto__.isAdmin',
      'personId',
    ];
    const form = await filledForm('Row25');
    const extra = names.map((name): [string, string] => [name, 'smuggled']);
    const response = await post({ ...form, fields: [...form.fields, ...extra] });
    expect(response.status).toBe(303);
    const { rows } = await world.sql.query<{ row: string }>(
      "select row_to_json(s)::text as row from submissions s where answers->>'lastName' = 'Row25'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('smuggled');
    await untilQuiet(world.desk);
    const lead = (await world.desk.vendor.listLeads()).find(({ lastName }) => lastName === 'Row25');
    expect(lead).toBeDefined();
    expect(JSON.stringify(lead)).not.toContain('smuggled');
  });

  it('an unknown field among the answers stops the form', async () => {
    const form = await filledForm('Row25extra');
    await expectFieldError({ ...form, fields: [...form.fields, ['f999', 'smuggled']] });
  });
});

// Which answers are wrong is proven by the tests of `lib/forms`; here, what one of each kind does to the desk.
describe('row 26: an answer of a wrong type is reported beside its field', () => {
  it.each([
    ['a name of almost a megabyte', 'Row26', 'a'.repeat(900_000)],
    ['a zero byte', 'Row26', 'Ada\0Byron'],
    ['ten thousand combining marks', 'Row26', `A${'\u0301'.repeat(10_000)}`],
    ['another header in an address', 'row26@example.com', 'a@x.example\r\nBcc: c@z.example'],
    ['a choice that was not offered', 'web-store', '__proto__'],
  ])('%s', async (_what, answer, value) => {
    const form = await filledForm('Row26');
    await expectFieldError(withResponse(form, controlWith(form, answer), value));
  });

  it('a number without end', async () => {
    const form = await filledForm('Row26');
    const page = await world.browsers.agent.get('/leads/new');
    const name =
      /<input\b[^>]*inputMode="decimal"[^>]*\bname="(f\d+)"|<input\b[^>]*\bname="(f\d+)"[^>]*inputMode="decimal"/i.exec(
        page.text,
      );
    const control = name?.[1] ?? name?.[2];
    if (!control) throw new Error('The form asks for no number.');
    await expectFieldError({ ...form, fields: [...form.fields, [control, '1e309']] });
  });

  it('the same field twice is one answer, or none', async () => {
    const form = await filledForm('Row26twice');
    const name = controlWith(form, 'Row26twice');
    const response = await post({ ...form, fields: [...form.fields, [name, 'Row26second']] });
    expect([200, 303]).toContain(response.status);
    expect(indiscretionOf(response)).toBeUndefined();
  });

  it.each([
    ['the reading direction turned over', 'Row26\u202Egnp.exe'],
    ['a flag', `Row26${'🇩🇪'.repeat(20)}`],
  ])('what is strange and no harm is kept as it is: %s', async (_what, lastName) => {
    const form = await filledForm('Row26kept');
    const response = await post(withResponse(form, controlWith(form, 'Row26kept'), lastName));
    expect(response.status).toBe(303);
    const { rows } = await world.sql.query("select 1 from submissions where answers->>'lastName' = $1", [
      lastName,
    ]);
    expect(rows).toHaveLength(1);
  });
});

it('row 27: HTML, templates and scripts in a lead are shown as text', async () => {
  const { vendor } = world.desk;
  const hostile = '<img src=x onerror=alert(1)>{{7*7}}</script><script>alert(1)</script>';
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    firstName: hostile,
    lastName: `Row27 ${hostile}`,
    email: 'row27@example.com',
  });
  await untilQuiet(world.desk);
  for (const path of ['/leads', `/leads/${lead.id}`, `/leads/${lead.id}/edit`]) {
    const page = await world.browsers.agent.get(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<img src=x|<script>alert|href="javascript:/i);
    expect(page.text).toContain('{{7*7}}');
  }
  const flight = await world.browsers.agent.ask(`/leads/${lead.id}`, { headers: { rsc: '1' } });
  expect(flight.headers.get('content-type') ?? '').not.toContain('html');
});

it('R27: a name that turns the reading direction is in no title and no label, whose words it would turn', async () => {
  const lead = await world.desk.vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    firstName: 'Ann \u202eredlA',
    lastName: 'Row27turned',
    email: 'row27turned@example.com',
  });
  await untilQuiet(world.desk);
  for (const path of ['/leads', `/leads/${lead.id}`, `/leads/${lead.id}/edit`]) {
    const { text } = await world.browsers.agent.get(path);
    expect(text).toContain('Row27turned');
    const html = text.replace(/<script\b.*?<\/script>/gs, '');
    const words = html.match(/<title>.*?<\/title>|\b(?:aria-label|title|placeholder)="[^"]*"/gs) ?? [];
    expect(words.filter((one) => /[\u202a-\u202e]/.test(one))).toEqual([]);
  }
});

describe('row 28: another person’s lead does not exist', () => {
  const UNKNOWN = '000000000000000000000000';
  it.each(['/leads/ID', '/leads/ID/edit'])('%s answers as for a lead that does not exist', async (path) => {
    const [lead] = (await world.desk.vendor.listLeads()).filter(
      ({ partnerOrganizationId }) => partnerOrganizationId === '66b0c4d2e8f1a35790d4d001',
    );
    const ask = async (id: string) => {
      const { status, text } = await world.browsers['other agent'].get(path.replace('ID', id));
      return { status, body: bare(text, id) };
    };
    const theirs = await ask(lead?.id ?? '');
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await ask(UNKNOWN));
  });
});

it('R1c: a form that somebody else filled in is sent as the person now signed in only by the button that names them', async () => {
  const form = await filledForm('Row1c');
  const addresseesIn = (tags: ReturnType<typeof tagsOf>) =>
    tags.filter(({ name }) => name === 'renderedFor').map(({ value = '' }) => value);
  const before = await footprintOf(world.sql);
  const response = await postForm(world.browsers['other agent'], world.origin, form);
  expect(response.status).toBe(200);
  expect(response.body).toContain('Someone else is signed in now');
  expect(response.body).toContain('value="Row1c"');
  const main = /<main\b.*<\/main>/s.exec(response.body)?.[0] ?? expect.fail('no page');
  expect(readable(main)).not.toContain('Maya');
  expect(addresseesIn(tagsOf(main, 'input')), 'it is still the form of the first person').toEqual(
    form.fields.filter(([name]) => name === 'renderedFor').map(([, value]) => value),
  );
  expect({ ...(await footprintOf(world.sql)), rate_limits: '' }).toEqual({ ...before, rate_limits: '' });

  const [themselves = ''] = addresseesIn(tagsOf(main, 'button'));
  const chosen: PostedForm = { ...form, fields: [...form.fields, ['renderedFor', themselves]] };
  expect((await postForm(world.browsers['other agent'], world.origin, chosen)).status).toBe(303);
  const { rows } = await world.sql.query(
    "select person_id as \"personId\", organization_id as organization, agent_id as agent from submissions where answers->>'lastName' = 'Row1c'",
  );
  expect(rows).toEqual([await ownerNamed(world.sql, 'Erik Brandt')]);
});

it('R1i: an edit that somebody else filled in is not saved, not even as their manager, and stays as typed', async () => {
  const { vendor } = world.desk;
  const { id } = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    firstName: 'Nils',
    lastName: 'Row1before',
    email: 'row1i@example.com',
    platform: 'other',
    customFields: { companyName: 'Alder' },
  });
  await untilQuiet(world.desk);
  const path = `/leads/${id}/edit`;
  const { text } = await world.browsers.agent.get(path);
  const form = formsOf(text).find(({ fields }) => fields.some(([, value]) => value === 'Row1before'));
  if (!form) throw new Error('The page shows no form of the lead.');
  const changed = withResponse({ path, ...form }, controlWith({ path, ...form }, 'Row1before'), 'Row1after');
  const response = await postForm(world.browsers.manager, world.origin, changed);
  expect(response.status).toBe(200);
  expect(response.body).toContain('Someone else is signed in now');
  expect(response.body).toContain('value="Row1after"');
  await untilQuiet(world.desk);
  expect((await vendor.getLead(id)).lastName).toBe('Row1before');
});

/** A page without the parts that differ between answers. */
function bare(html: string, id: string): string {
  return html
    .replaceAll(id, 'ID')
    .replace(/nonce="[^"]*"|\\"nonce\\":\\"[^"]*\\"|"\$undefined"/g, '')
    .replace(/<script\b.*?<\/script>/gs, '');
}

describe('row 29: requests that no page of ours sends are refused, and the desk keeps working', () => {
  it.each([
    ['a made-up action', 'f'.repeat(42), '[]'],
    ['no action', '', '[]'],
    ['an action called like a part of every object', '__proto__', '[]'],
    ['arguments that are no JSON', SUBMIT, '{'],
    ['a way into prototypes', SUBMIT, '["$1:__proto__:then"]'],
    ['a way into constructors', SUBMIT, '["$1:constructor:constructor"]'],
    ['a circle', SUBMIT, '["$@0"]'],
    ['a server reference of its own', SUBMIT, '[{"id":"child_process#exec","bound":null}]'],
    ['a number too large', SUBMIT, '["$n99999999999999999999999999999999999"]'],
  ])('%s', async (_what, actionId, body) => {
    const before = await footprintOf(world.sql);
    const response = await callAction(world.browsers.agent, world.origin, {
      path: '/leads/new',
      actionId,
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.ms).toBeLessThan(20_000);
    expect(indiscretionOf(response)).toBeUndefined();
    const after = await footprintOf(world.sql);
    expect({ ...after, rate_limits: '' }).toEqual({ ...before, rate_limits: '' });
    expect((await send({ origin: world.origin, path: '/api/health' })).status).toBe(200);
  });

  it.each([
    [
      '__proto__ in multipart',
      [
        ['0', '["$1:__proto__:then","$K1"]'],
        ['1', '{}'],
      ],
    ],
    [
      'a circle in multipart',
      [
        ['0', '["$@1"]'],
        ['1', '["$@0"]'],
      ],
    ],
    ['thousands of parts', [['0', '[]'], ...Array.from({ length: 5_000 }, (_, n) => [`${n + 1}`, '"$@0"'])]],
  ] as [string, [string, string][]][])('%s', async (_what, fields) => {
    const form = formsOf((await world.browsers.agent.get('/leads/new')).text).find(
      ({ actionId }) => actionId === SUBMIT,
    );
    const hidden = (form?.fields ?? []).filter(([name]) => name.startsWith('$ACTION'));
    const response = await post({ path: '/leads/new', fields: [...hidden, ...fields] });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.ms).toBeLessThan(20_000);
    expect(indiscretionOf(response)).toBeUndefined();
    expect((await send({ origin: world.origin, path: '/api/health' })).status).toBe(200);
  });

  it.each(['/leads/new', '/admin/submissions', '/api/auth/callback/demo', '/signin'])(
    'five megabytes to %s are refused before they are read',
    async (path) => {
      const headers = { cookie: world.browsers.agent.cookies(), origin: world.origin };
      const body = 'a'.repeat(5 * 1024 * 1024);
      const response = await send({ origin: world.origin, path, method: 'POST', headers, body });
      // A refusal before the whole body is sent may show as a closed connection.
      expect([0, 413]).toContain(response.status);
    },
  );

  it('a body without a stated length is refused', async () => {
    const headers = { origin: world.origin, 'transfer-encoding': 'chunked' };
    const response = await send({
      origin: world.origin,
      path: '/leads/new',
      method: 'POST',
      headers,
      body: '',
    });
    expect([411, 400]).toContain(response.status);
  });
});

it('submitting far more often than a person can means waiting, and what was typed stays', async () => {
  const form = await filledForm('Row22');
  // As if 75 had arrived together: a turn later than three minutes from now is ignored.
  await world.sql.query(
    "update rate_limits set next_at = now() + interval '150 seconds' where key like 'lead-writes:%'",
  );
  const response = await post(form);
  expect(response.status).toBe(200);
  expect(response.body).toContain('Too many attempts');
  expect(response.body).toContain('value="Row22"');
  const { rows } = await world.sql.query("select 1 from submissions where answers->>'lastName' = 'Row22'");
  expect(rows).toEqual([]);
});
