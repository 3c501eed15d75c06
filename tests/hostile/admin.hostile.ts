import { beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import { headingOf } from '@/tests/support/desk/html';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';
import { PAGES } from './matrix';

const ADMIN_PAGES = Object.keys(PAGES).filter((page) => page.startsWith('/admin') && !page.includes('['));

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query(
    "insert into jobs (topic, key, payload, run_at, attempts, dead_at, last_error) values ('lead.refresh', '66b0c4d2e8f1a35790d4dead', '{}', now(), 9, now(), $1)",
    ['<img src=x onerror=alert(1)>\u001b[31m\r\nSet-Cookie: a=b\u0007'],
  );
});

describe('row 42: a partner who types addresses of admin pages gets none, and it is logged', () => {
  it.each(ADMIN_PAGES)('%s', async (path) => {
    const cookie = world.browsers.agent.cookies();
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST']) {
      const headers = { cookie, origin: world.origin, 'x-http-method-override': 'GET' };
      const response = await send({ origin: world.origin, path, method, headers });
      expect([400, 403, 404, 405]).toContain(response.status);
      expect(indiscretionOf(response)).toBeUndefined();
    }
    const { rows } = await world.sql.query(
      "select count(*)::int as times from audit_log where event = 'access.denied' and subject = $1",
      [path],
    );
    expect(rows).toEqual([{ times: 1 }]);
  });

  it('however many addresses they make up, neither log nor limits grow with them', async () => {
    const rows = async () => {
      const { rows } = await world.sql.query(
        "select (select count(*) from audit_log where event = 'access.denied')::int as log, (select count(*) from rate_limits)::int as limits",
      );
      return rows[0] as { log: number; limits: number };
    };
    const cookie = world.browsers.manager.cookies();
    const before = await rows();
    for (let n = 0; n < 60; n += 1) {
      const made = `${n}${'x'.repeat(n * 100)}`;
      for (const path of [`/admin/people/${made}`, `/admin/people/agent?agent=${made}`]) {
        expect((await send({ origin: world.origin, path, headers: { cookie } })).status).toBe(404);
      }
    }
    const after = await rows();
    expect(after.limits - before.limits).toBe(2);
    // The first for each route, and the tenth.
    expect(after.log - before.log).toBe(4);
  });

  it('a signed-out visitor is not logged, because they are unknown', async () => {
    const before = await footprintOf(world.sql);
    await send({ origin: world.origin, path: '/admin' });
    expect(await footprintOf(world.sql)).toEqual(before);
  });
});

describe('row 43: no other site can trigger an admin’s act', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1' }],
    ['an old browser elsewhere', { origin: 'https://evil.example' }],
    ['an origin that is null', { origin: 'null' }],
    ['an origin that is not said', {}],
  ])('%s', async (_what, headers) => {
    const before = await footprintOf(world.sql);
    for (const path of ADMIN_PAGES) {
      const { text } = await world.browsers.admin.get(path);
      for (const form of formsOf(text)) {
        const response = await send({
          origin: world.origin,
          path,
          method: 'POST',
          body: new URLSearchParams(form.fields).toString(),
          headers: {
            ...headers,
            cookie: world.browsers.admin.cookies(),
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
        expect(response).toMatchObject({ status: 403, body: '' });
      }
    }
    expect(await footprintOf(world.sql)).toEqual(before);
  });
});

describe('row 44: the desk calls only hosts named in its settings, by https', () => {
  const names = ['SERVICE_BASE_URL', 'SERVICE_AUTH_URL', 'WEBHOOK_BASE_URL', 'APP_URL'];
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'file:///etc/passwd',
    'gopher://localhost',
    'javascript:alert(1)',
    '//evil.example',
  ])('%s is no setting', (address) => {
    for (const name of names) {
      expect(() => parseEnv({ [name]: address })).toThrow(
        new RegExp(`${name} (must be https|must begin with https|isn’t a valid URL)`),
      );
    }
  });
});

describe('row 46: outside data is inert on admin pages', () => {
  it('HTML, control characters and line ends', async () => {
    const page = await world.browsers.admin.get('/admin/submissions');
    expect(page.status).toBe(200);
    expect(page.text).toContain('66b0c4d2e8f1a35790d4dead');
    for (const live of ['<img src=x', '\u001b[31m']) expect(page.text).not.toContain(live);
    expect(page.headers.get('set-cookie') ?? '').not.toContain('a=b');
  });

  it('ten megabytes', async () => {
    await world.sql.query(
      "update jobs set last_error = repeat('x', 10000000) where key = '66b0c4d2e8f1a35790d4dead'",
    );
    const page = await world.browsers.admin.get('/admin/submissions');
    expect(page.status).toBe(200);
    expect(page.text.length).toBeLessThan(1_000_000);
    await world.sql.query("update jobs set last_error = 'x' where key = '66b0c4d2e8f1a35790d4dead'");
  });
});

describe('row 47: an unclear send', () => {
  it('is sent again once, however often the button is clicked', async () => {
    const form = await resendForm();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postForm(world.browsers.admin, world.origin, form)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await until('the lead is sent', async () => (await createsOf('Row47')).length > 0);
    await untilQuiet(world.desk);
    expect(await createsOf('Row47')).toHaveLength(1);
  });
});

async function createsOf(lastName: string) {
  const log = await world.desk.vendor.readLog();
  return log.filter(
    ({ route, leadId, body }) =>
      route === 'create' &&
      leadId !== undefined &&
      body instanceof Object &&
      'lastName' in body &&
      body.lastName === lastName,
  );
}

/** The form that resends a submission whose arrival is unclear. */
async function resendForm(): Promise<PostedForm> {
  const { desk, maya, sql, browsers } = world;
  await desk.vendor.setFaults({ down: true });
  const { submissionId } = await maya.submit('Row47');
  await until('it is tried', async () => (await maya.submission(submissionId)).state !== 'sending');
  await sql.query('delete from jobs where key = $1', [submissionId]);
  await sql.query("update submissions set state = 'review' where id = $1", [submissionId]);
  await desk.vendor.setFaults({ down: false });
  const page = await browsers.admin.get('/admin/submissions');
  expect(headingOf(page.text)).not.toBe('');
  const found = formsOf(page.text).find(
    ({ fields }) =>
      fields.some(([name, value]) => name === 'command' && value === 'resend') &&
      fields.some(([, value]) => value === submissionId),
  );
  if (!found) throw new Error('The page offers nobody to send it again.');
  return { path: '/admin/submissions', fields: [...found.fields, ['checked', 'yes']] };
}
