import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RECEIPT_TYPE } from '@/lib/receipts/claims';
import { readSubscriptions } from '@/tests/support/desk/deliver';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { callAction, formsOf, postForm } from './harness/forms';
import { readActions } from './harness/routes';
import { send } from './harness/send';
import { ACTORS, openWorld, type World } from './harness/world';
import { type Facts, HANDLERS, PAGES } from './matrix';

/** Each value is unique, so that it is found wherever it appears. */
const GIVEN = {
  AUTH_OIDC_ISSUER: 'http://127.0.0.1:9/issuer',
  AUTH_OIDC_CLIENT_ID: 'desk-client',
  AUTH_OIDC_CLIENT_SECRET: 'oidc-secret-7f3d1c9a55e04b',
  SMTP_URL: 'smtp://mailer:smtp-secret-91be7d20c4@127.0.0.1:9',
  MAIL_FROM: 'desk@vendor.example',
};
const PIECES = ['oidc-secret-7f3d1c9a55e04b', 'smtp-secret-91be7d20c4'];
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;

let world: World;
let secrets: string[];
let facts: Facts;
beforeAll(async () => {
  world = await openWorld(GIVEN);
  const { desk, maya } = world;
  const { submissionId } = await maya.submit('Secrets1');
  await untilQuiet(desk);
  const leadId = (await maya.submission(submissionId)).leadId ?? '';
  facts = {
    leadId,
    submissionId,
    draftId: 'dft_x',
    importId: 'imp_x',
    erasureId: 'era_x',
    personId: 'per_x',
    agent: '',
  };
  secrets = [...desk.secrets, ...PIECES, ...readSubscriptions(desk).map((one) => one.signingSecret)];
});

/** Secrets in a text, including encoded ones. */
function foundIn(text: string): string[] {
  return secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) =>
      text.includes(form),
    ),
  );
}

/** Tokens in a text, except the codes of receipts: those are for whoever the person shows them to. */
function tokensIn(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => {
    const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return !header.includes(`"typ":"${RECEIPT_TYPE}"`);
  });
}

it('there are secrets to search for', () => {
  expect(secrets.length).toBeGreaterThanOrEqual(8);
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(8);
});

describe('row 45: no secret reaches a browser', () => {
  it('in the files of the build', () => {
    const files = readdirSync('.next/static', { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      expect(foundIn(text)).toEqual([]);
      // Nor does code that would need one.
      expect(text).not.toMatch(/APP_SECRET|SERVICE_CLIENT_SECRET|DATABASE_URL|createHmac|drizzle-orm/);
      expect(name).not.toMatch(/\.map$/);
    }
  });

  it.each(ACTORS)('in pages, their payloads and answers, as %s sees them', async (actor) => {
    const cookie = world.browsers[actor].cookies();
    for (const [name, row] of Object.entries({ ...PAGES, ...HANDLERS })) {
      if (/^(?:POST|PUT) /.test(name)) continue;
      const path = row.at?.(facts) ?? name.replace(/^GET /, '');
      for (const headers of [{ cookie }, { cookie, rsc: '1' }]) {
        const suffix = 'rsc' in headers ? '?_rsc' : '';
        const answer = await send({ origin: world.origin, path: `${path}${suffix}`, headers });
        const text = `${answer.body}${JSON.stringify(answer.headers)}`;
        expect(foundIn(text)).toEqual([]);
        // The person's own session may appear only in a cookie that no script reads.
        expect(tokensIn(answer.body)).toEqual([]);
      }
    }
  });

  it('in the answers of actions and in errors', async () => {
    for (const path of ['/admin', '/admin/submissions']) {
      const { text } = await world.browsers.admin.get(path);
      for (const form of formsOf(text)) {
        const answer = await postForm(world.browsers.admin, world.origin, { path, fields: form.fields });
        expect(foundIn(answer.body)).toEqual([]);
        expect(answer.body).not.toMatch(TOKEN);
      }
    }
    for (const { id } of readActions()) {
      const call = { path: '/admin', actionId: id, body: '{' };
      const answer = await callAction(world.browsers.admin, world.origin, call);
      expect(foundIn(answer.body)).toEqual([]);
    }
  });
});

it('I5: no secret, token, address or name of a lead is in any log, whatever was requested', async () => {
  const leads = await world.desk.vendor.listLeads();
  const text = world.desk
    .logs()
    .map((line) => line.text)
    .join('\n');
  expect(text.length).toBeGreaterThan(100);
  expect(foundIn(text)).toEqual([]);
  expect(text).not.toMatch(TOKEN);
  for (const { email } of leads) if (email) expect(text).not.toContain(email);
});
