import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE_TOPICS } from '@/lib/core/notice-mails';
import { freePort } from '@/scripts/lib/ports';
import { signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { startTestMailServer, type TestMailServer } from '../support/mail';
import { inTables, lapseLeases } from './submissions/clock';

const LEADS = 5;
/** No notice is mailed. */
const NONE = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, 'off']));

describe('mails about what happened', () => {
  let desk: Desk;
  let port: number;
  let server: TestMailServer | undefined;
  beforeAll(async () => {
    port = await freePort();
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'desk@vendor.example' };
    desk = await startDesk({ engine: 'postgres', seedLeads: 12, env });
  });
  afterAll(async () => {
    await desk.stop();
    await server?.close();
  });

  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await desk.sql?.query<Row>(text, values))?.rows ?? [];
  const countOf = async (text: string) =>
    (await query<{ count: string }>(text)).map(({ count }) => Number(count))[0];

  /** As if the notices were old enough to be sent, and every job due. */
  const hurry = async () => {
    await query("update notices set at = now() - interval '1 minute' where mailed_at is null");
    await query(
      "update jobs set run_at = now() where (topic = 'notices.mail' or topic like 'mail.%') and lease is null",
    );
  };

  async function killAndStart() {
    for (const web of desk.webs) await web.kill();
    await inTables(desk, lapseLeases);
    for (const web of desk.webs) await web.start();
  }

  it('row 50: mail server away, killed again and again: each notice is in one mail, once the server is back', async () => {
    await signIn(desk.door, 'Maya Lindqvist');
    // Nothing else is mailed: a summary would be a mail of its own if this runs at its hour.
    await query('update people set notice_mails = $1', [NONE]);
    await query("update people set notice_mails = $1 where name = 'Maya Lindqvist'", [
      { ...NONE, status: 'now' },
    ]);
    const own = await query<{ id: string }>(
      `select l.id from leads l join memberships m using (organization_id, agent_id)
        join people p on p.id = m.person_id
        where p.name = 'Maya Lindqvist' and l.deleted_at is null and l.status <> 'won' limit ${LEADS}`,
    );
    expect(own.length).toBeGreaterThan(0);
    for (const { id } of own) await desk.vendor.changeLead(id, { status: 'won' });
    await untilQuiet(desk);
    await killAndStart();
    await until('the mail is queued', async () => {
      await hurry();
      return (await countOf("select count(*) from mails where kind = 'notices'")) === 1;
    });
    await killAndStart();
    await hurry();
    server = await startTestMailServer({ port });
    const { taken } = server;
    await until('the mail has arrived', async () => {
      await hurry();
      return taken.length > 0;
    });
    await killAndStart();
    await hurry();
    await until('no mail is left', async () => (await countOf('select count(*) from mails')) === 0);
    await hurry();
    const ids = await Promise.all(taken.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    // A mail whose confirmation was lost is sent again, with the same id.
    expect(new Set(ids).size).toBe(1);
    const [mail] = await Promise.all(taken.slice(0, 1).map(({ raw }) => PostalMime.parse(raw)));
    expect(mail?.text).toContain(`Won: ${own.length} lead`);
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('list-unsubscribe')).toMatch(/^<http.*\/api\/unsubscribe\?token=/);
    const maya = "(select id from people where name = 'Maya Lindqvist')";
    expect(
      await countOf(
        `select count(*) from notices where person_id = ${maya} and kind = 'status-changed' and mailed_at is null`,
      ),
    ).toBe(0);
    await checkInvariants(desk);
  });
});
