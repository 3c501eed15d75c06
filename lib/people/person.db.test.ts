import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBrand } from '@/lib/brand/brand';
import { createVault } from '@/lib/core/crypto';
import type { Database } from '@/lib/db/handle';
import { auditLog, mails } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { agents, people, sessions } from '@/lib/db/schema/people';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN, addPerson } from '@/tests/support/people';
import { addAgent, addViewer } from '@/tests/support/rows';
import { invitationMail, invitePerson, resendInvitation } from './invite';
import { findPerson } from './list-people';
import { addAgentManually, describeAgent, nameOrganization } from './owners';
import {
  disablePerson,
  enablePerson,
  endPersonSessions,
  renamePerson,
  resetIdentity,
  setPersonLocale,
  setPersonTimeZone,
} from './person';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const now = new Date('2026-04-01T10:00:00Z');
const task = (personId: string) => ({ by: ADMIN, personId, now });
const events = async (subject: string) =>
  (await open.db.select().from(auditLog).where(eq(auditLog.subject, subject))).map(({ event }) => event);

describe('a person', () => {
  it('is disabled and enabled again; their open sessions end immediately', async () => {
    const { personId, email } = await addViewer(open.db);
    expect(await disablePerson(open.db, task(personId))).toBe('done');
    expect(await open.db.$count(sessions, eq(sessions.personId, personId))).toBe(0);
    expect(await disablePerson(open.db, task(personId))).toBe('late');
    expect(await enablePerson(open.db, task(personId))).toBe('done');
    expect(await enablePerson(open.db, task(personId))).toBe('late');
    expect((await findPerson(open.db, personId))?.role, 'the mapping is kept').toBe('agent');
    expect(await events(email)).toEqual(['people.disabled', 'people.enabled']);
  });

  it('is signed out everywhere', async () => {
    const { personId, email } = await addViewer(open.db);
    expect(await endPersonSessions(open.db, task(personId))).toBe('done');
    expect(await open.db.$count(sessions, eq(sessions.personId, personId))).toBe(0);
    expect(await endPersonSessions(open.db, task(personId))).toBe('late');
    expect(await events(email)).toEqual(['people.sessions-ended']);
  });

  it('is renamed unless the name has changed by then', async () => {
    const { id, name } = await addPerson(open.db);
    expect(await renamePerson(open.db, { ...task(id), seenName: name, name: 'Sam' })).toBe('done');
    expect(await renamePerson(open.db, { ...task(id), seenName: name, name: 'Samuel' })).toBe('late');
    expect((await findPerson(open.db, id))?.name).toBe('Sam');
  });

  it('chooses a language, and changes it', async () => {
    const person = await addPerson(open.db);
    const other = await addPerson(open.db);
    for (const locale of ['ja', 'de'] as const)
      await setPersonLocale(open.db, { personId: person.id, locale });
    expect((await findPerson(open.db, person.id))?.locale).toBe('de');
    expect((await findPerson(open.db, other.id))?.locale).toBeNull();
  });

  it('may choose a time zone that there is, and follow their device again', async () => {
    const { id } = await addPerson(open.db);
    const read = async () =>
      (await open.db.select({ zone: people.chosenTimeZone }).from(people).where(eq(people.id, id)))[0]?.zone;
    const choose = (timeZone: string | null) => setPersonTimeZone(open.db, { personId: id, timeZone });
    expect(await choose('Asia/Tokyo')).toBe(true);
    for (const zone of ['Mars/Olympus', '+25:00', 'asia/tokyo ', '']) expect(await choose(zone)).toBe(false);
    expect(await read()).toBe('Asia/Tokyo');
    expect(await choose(null)).toBe(true);
    expect(await read()).toBeNull();
  });

  it('may sign in with another company account after a reset', async () => {
    const { id } = await addPerson(open.db);
    expect(await resetIdentity(open.db, task(id))).toBe('late');
    await open.db.update(people).set({ oidcSubject: 'issuer subject' }).where(eq(people.id, id));
    expect(await resetIdentity(open.db, task(id))).toBe('done');
    expect((await findPerson(open.db, id))?.hasIdentity).toBe(false);
  });

  it.each([disablePerson, enablePerson, resetIdentity, endPersonSessions])(
    'that does not exist cannot be changed: %o',
    async (move) => expect(await move(open.db, task('per_nobody'))).toBe('unknown'),
  );
});

describe('an invitation', () => {
  const vault = createVault('x'.repeat(32), 'mail');
  const invitation = { vault, mail: { subject: 'Welcome', text: 'Come in', html: '<p>Come in</p>' } };

  it('creates the person, the mapping and the mail together, and can be sent again', async () => {
    const to = { ...(await addAgent(open.db)), role: 'agent' } as const;
    const email = 'new@partner.example';
    const task = { by: ADMIN, email, name: 'New', to, invitation, now };
    const invited = await invitePerson(open.db, task);
    if (invited.kind !== 'invited') throw new Error(invited.kind);
    const { personId } = invited;
    expect(await findPerson(open.db, personId)).toMatchObject({ ...to, invitedAt: now, lastSignInAt: null });
    expect(await resendInvitation(open.db, { by: ADMIN, personId, invitation, now })).toBe('done');
    expect(await open.db.$count(mails)).toBe(2);
    expect(await open.db.$count(jobs, eq(jobs.topic, 'mail.send'))).toBe(2);
    expect(await events(email)).toEqual(['people.invited', 'people.invited']);
    expect(await invitePerson(open.db, task), 'a known person is not changed').toEqual({
      kind: 'known',
      personId,
    });
    await disablePerson(open.db, { by: ADMIN, personId, now });
    expect(await resendInvitation(open.db, { by: ADMIN, personId, invitation, now })).toBe('late');
  });

  it('is in the language of its catalogue, and says so to programs that read it out', async () => {
    const { messages, broken } = await loadCatalogue('en');
    const InvitationMail = { ...messages.InvitationMail, subject: 'Ihr Zugang zu {brand}' };
    const german = { messages: { ...messages, InvitationMail }, broken, tag: 'de' };
    const mail = invitationMail(
      { appUrl: 'https://desk.example', brand: toBrand({}, { BRAND_NAME: 'Desk' }) },
      german,
    );
    expect(mail.subject).toBe('Ihr Zugang zu Desk');
    expect(mail.html).toContain('<html lang="de">');
  });

  it('to a wrong owner creates no person, and without a mail server sends no mail', async () => {
    const to = { ...(await addAgent(open.db)), role: 'agent' } as const;
    const task = { by: ADMIN, email: 'wrong@partner.example', name: 'W', now };
    const wrong = { ...to, agentId: 'made up' };
    expect(await invitePerson(open.db, { ...task, to: wrong, invitation })).toEqual({
      kind: 'foreign-agent',
    });
    expect(await open.db.$count(people, eq(people.email, task.email))).toBe(0);
    const before = await open.db.$count(mails);
    expect(await invitePerson(open.db, { ...task, to })).toMatchObject({ kind: 'added' });
    expect(await open.db.$count(mails)).toBe(before);
    expect(await events(task.email)).toEqual(['people.added']);
  });
});

describe('organizations and agents', () => {
  it('get names and addresses, each unless another admin was faster', async () => {
    const { organizationId, agentId } = await addAgent(open.db);
    const name = (seenName: string | null, given: string) =>
      nameOrganization(open.db, { by: ADMIN, id: organizationId, seenName, name: given, now });
    expect([await name(null, 'Harbour'), await name(null, 'Finch')]).toEqual(['done', 'late']);
    const facts = { name: 'Maya', email: 'maya@partner.example' };
    const tell = (seen: typeof facts | { name: null; email: null }) =>
      describeAgent(open.db, { by: ADMIN, organizationId, agentId, seen, facts, now });
    const nothing = { name: null, email: null };
    expect([await tell(nothing), await tell(nothing)]).toEqual(['done', 'late']);
    const colleague = await addAgent(open.db, { organizationId });
    const same = { by: ADMIN, ...colleague, seen: nothing, facts, now };
    expect(await describeAgent(open.db, same)).toBe('address-taken');
    expect(await describeAgent(open.db, { ...same, agentId: 'made up' })).toBe('unknown');
  });

  it('can be entered before any lead shows them, except with an agent of another organization', async () => {
    const owner = { by: ADMIN, organizationId: 'org-typed', agentId: 'agent-typed', now };
    expect(await addAgentManually(open.db, { ...owner, organizationName: 'Typed' })).toBe('done');
    const [agent] = await open.db.select().from(agents).where(eq(agents.id, 'agent-typed'));
    expect(agent?.verifiedAt).toBeNull();
    expect(await addAgentManually(open.db, owner)).toBe('known');
    expect(await addAgentManually(open.db, { ...owner, organizationId: 'org-other' })).toBe('elsewhere');
    expect(await events('agent agent-typed')).toEqual(['agent.typed-in']);
  });

  it('entered by two admins concurrently for two organizations, an agent belongs to one', async () => {
    const owners = ['org-a', 'org-b'].map((organizationId) => ({ organizationId, agentId: 'agent-raced' }));
    const outcomes = await Promise.all(
      owners.map((owner) => addAgentManually(open.db, { by: ADMIN, ...owner, now })),
    );
    expect(outcomes.toSorted()).toEqual(['done', 'elsewhere']);
  });
});
