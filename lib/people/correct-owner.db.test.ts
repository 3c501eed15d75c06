import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listRejectedOwners } from '@/app/admin/submissions/rejected-owners';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { shortId } from '@/lib/core/short-id';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { agents, domainRules, memberships, organizations } from '@/lib/db/schema/people';
import { type SubmissionState, submissions } from '@/lib/db/schema/submissions';
import { savedViews } from '@/lib/db/schema/views';
import { findDraft } from '@/lib/drafts/drafts';
import { readSchema } from '@/lib/lead-schema/schema';
import { enqueueSending } from '@/lib/submissions/topics';
import { freshDatabase } from '@/tests/support/database';
import { saveTyped } from '@/tests/support/drafts';
import { ADMIN } from '@/tests/support/people';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addAgent, addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { correctOwner, retryOwner } from './correct-owner';
import { mapPerson } from './membership';
import { transferSubmissions } from './transfer-submissions';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  await database.db.delete(submissions);
});

const now = new Date();
const RIGHT = { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] ?? '' };
const ownerIdsOf = ({ membership: { organizationId, agentId } }: Viewer) => ({ organizationId, agentId });
const correct = (viewer: Viewer, right = RIGHT) =>
  correctOwner(database.db, { by: ADMIN, wrong: ownerIdsOf(viewer), right, now });
const remoteLeads = () => portal.vendor<{ id: string; agentId: string }[]>('GET', '/leads');
const holdsOf = async ({ personId }: Viewer) => {
  const columns = { organizationId: memberships.organizationId, agentId: memberships.agentId };
  return (await database.db.select(columns).from(memberships).where(eq(memberships.personId, personId)))[0];
};

/** A person with an owner that the portal does not know, and their lead that it refused. */
async function addBlocked(viewer?: Viewer) {
  const submitter = viewer ?? (await addViewer(database.db));
  const submission = await queueSubmission({ database, portal, viewer: submitter });
  await submission.send();
  return { viewer: submitter, submission };
}

async function addRow(
  viewer: Viewer,
  state: SubmissionState,
  facts: Partial<typeof submissions.$inferInsert> = {},
) {
  const id = newId('submission');
  const { personId } = viewer;
  const row = { id, personId, ...ownerIdsOf(viewer), schemaVersion: 'v', answers: {}, state, createdAt: now };
  await database.db.insert(submissions).values({ ...row, ...facts });
  if (state === 'queued') await enqueueSending(database.db, { id, personId, now });
  return id;
}

async function ownerOf(id: string) {
  const [row] = await database.db.select().from(submissions).where(eq(submissions.id, id));
  return row && { organizationId: row.organizationId, agentId: row.agentId };
}

describe('correcting a mistyped owner', () => {
  it('takes along the saved views of its people, and no others', async () => {
    const [viewer, other] = [await addViewer(database.db), await addViewer(database.db)];
    const view = { name: 'Mine', params: {}, isShared: false, createdAt: now };
    const ids = [newId('view'), newId('view')];
    await database.db.insert(savedViews).values(
      [viewer, other].map(({ personId, membership: { organizationId } }, place) => ({
        ...view,
        id: ids[place] ?? '',
        personId,
        organizationId,
      })),
    );
    await correct(viewer);
    const rows = await database.db.select().from(savedViews);
    const organizationOf = (id = '') => rows.find((row) => row.id === id)?.organizationId;
    expect(organizationOf(ids[0])).toBe(RIGHT.organizationId);
    expect(organizationOf(ids[1])).toBe(other.membership.organizationId);
  });

  it('sends what waited for it with the right owner, once, and leaves nothing under the wrong one', async () => {
    const { viewer, submission } = await addBlocked();
    expect(await correct(viewer)).toEqual({ kind: 'done', people: 1, sent: 1, stayed: 0 });
    expect(await holdsOf(viewer)).toEqual(RIGHT);
    expect(await submission.send()).toEqual({ kind: 'done' });
    expect(await submission.send({ attempts: 2 }), 'a job that runs twice').toEqual({ kind: 'done' });
    expect((await submission.row())?.state).toBe('accepted');
    expect(await remoteLeads()).toMatchObject([{ agentId: RIGHT.agentId }]);
    const wrong = ownerIdsOf(viewer);
    expect(await database.db.$count(organizations, eq(organizations.id, wrong.organizationId))).toBe(0);
    expect(await correct(viewer), 'pressed twice').toEqual({ kind: 'unknown' });
    const subject = `agent ${wrong.agentId}`;
    expect(await database.db.select().from(auditLog).where(eq(auditLog.subject, subject))).toMatchObject([
      { event: 'agent.corrected', detail: { newAgentId: RIGHT.agentId, people: 1, sent: 1, stayed: 0 } },
    ]);
  });

  it('moves queued and refused submissions, and none that may have arrived', async () => {
    const { viewer } = await addBlocked();
    const moving = [await addRow(viewer, 'queued'), await addRow(viewer, 'refused')];
    const staying = [
      await addRow(viewer, 'confirming', { attempts: 1 }),
      await addRow(viewer, 'queued', { attempts: 1 }),
      await addRow(viewer, 'sending', { attempts: 1 }),
    ];
    const inHand = await addRow(viewer, 'queued');
    await database.db
      .update(jobs)
      .set({ lease: 'l', leaseUntil: new Date(Date.now() + 60_000) })
      .where(eq(jobs.key, inHand));
    expect(await correct(viewer)).toEqual({ kind: 'done', people: 1, sent: 2, stayed: 4 });
    for (const id of moving) expect(await ownerOf(id)).toEqual(RIGHT);
    for (const id of [...staying, inHand]) expect(await ownerOf(id)).toEqual(ownerIdsOf(viewer));
  });

  it('sends nothing under the right owner for a person who has another membership by then', async () => {
    const { viewer, submission } = await addBlocked();
    const stays = await addViewer(database.db, ownerIdsOf(viewer));
    const elsewhere = await addAgent(database.db);
    await database.db.update(memberships).set(elsewhere).where(eq(memberships.personId, viewer.personId));
    const queued = await addRow(viewer, 'queued');
    // The portal knew the owner: then a lead may not move to another organization.
    await database.db.update(agents).set({ verifiedAt: now }).where(eq(agents.id, viewer.membership.agentId));
    expect(await retryOwner(database.db, { by: ADMIN, owner: ownerIdsOf(viewer), now })).toEqual({
      sent: 0,
      stayed: 1,
    });
    await database.db
      .update(agents)
      .set({ verifiedAt: null })
      .where(eq(agents.id, viewer.membership.agentId));
    expect(await correct(stays)).toMatchObject({ kind: 'done', people: 1 });
    expect(await holdsOf(stays)).toEqual(RIGHT);
    for (const id of [submission.id, queued]) expect(await ownerOf(id)).toEqual(ownerIdsOf(viewer));
    expect((await submission.row())?.state).toBe('review');
    expect(await remoteLeads()).toEqual([]);
  });

  it('leaves submissions of a person without a membership to the admin', async () => {
    const { viewer, submission } = await addBlocked();
    await database.db.delete(memberships).where(eq(memberships.personId, viewer.personId));
    expect(await correct(viewer)).toEqual({ kind: 'done', people: 0, sent: 0, stayed: 1 });
    expect((await submission.row())?.state).toBe('review');
    const [wrong] = (await listRejectedOwners(database.db)).rows;
    expect(wrong).toMatchObject({ waiting: 1, rows: [{ id: submission.id }] });
    expect(wrong?.rows[0]).not.toHaveProperty('sentAs');
  });

  it('keeps people’s drafts with them', async () => {
    await readSchema(database.db, { service: portal.service, now });
    const { viewer } = await addBlocked();
    const { id } = await saveTyped(database.db, viewer);
    await correct(viewer);
    const corrected = { ...viewer, membership: { ...viewer.membership, ...RIGHT } };
    expect(await findDraft(database.db, corrected, { id })).toMatchObject(RIGHT);
  });

  it('keeps name and address of agent and organization, and the domain rule', async () => {
    const { viewer } = await addBlocked();
    const wrong = ownerIdsOf(viewer);
    await database.db.delete(submissions);
    await database.db
      .update(organizations)
      .set({ name: 'Alder' })
      .where(eq(organizations.id, wrong.organizationId));
    await database.db
      .update(agents)
      .set({ name: 'Ada', email: 'ada@x.example' })
      .where(eq(agents.id, wrong.agentId));
    const domain = `${newId('lease').toLowerCase()}.example`;
    await database.db
      .insert(domainRules)
      .values({ domain, organizationId: wrong.organizationId, role: 'agent' });
    const right = { organizationId: newId('lease'), agentId: wrong.agentId };
    expect(await correct(viewer, right), 'the same agent of another organization').toMatchObject({
      kind: 'done',
    });
    const isRight = and(eq(agents.organizationId, right.organizationId), eq(agents.id, right.agentId));
    expect(await database.db.select().from(agents).where(isRight)).toMatchObject([
      { name: 'Ada', email: 'ada@x.example', verifiedAt: null },
    ]);
    expect(
      await database.db.select().from(organizations).where(eq(organizations.id, right.organizationId)),
    ).toMatchObject([{ name: 'Alder' }]);
    expect(await database.db.select().from(domainRules).where(eq(domainRules.domain, domain))).toMatchObject([
      { organizationId: right.organizationId },
    ]);
  });

  it('is refused where nothing would be corrected', async () => {
    const { viewer } = await addBlocked();
    const stranger = await addAgent(database.db);
    expect(await correct(viewer, ownerIdsOf(viewer))).toEqual({ kind: 'same' });
    const elsewhere = { organizationId: viewer.membership.organizationId, agentId: stranger.agentId };
    expect(await correct(viewer, elsewhere)).toEqual({ kind: 'elsewhere' });
    await database.db.update(agents).set({ verifiedAt: now }).where(eq(agents.id, viewer.membership.agentId));
    expect(await correct(viewer)).toEqual({ kind: 'verified' });
    expect(await holdsOf(viewer)).toEqual(ownerIdsOf(viewer));
  });

  it('by two admins concurrently is done once', async () => {
    const { viewer, submission } = await addBlocked();
    const came = await Promise.all([correct(viewer), correct(viewer)]);
    expect(came.map(({ kind }) => kind).toSorted()).toEqual(['done', 'unknown']);
    expect(await database.db.$count(jobs, eq(jobs.key, submission.id))).toBe(1);
  });
});

describe('a lead that waits for its owner', () => {
  it('is sent when its submitter is mapped to another agent of the same organization, but not of another', async () => {
    const { viewer, submission } = await addBlocked();
    const { organizationId } = viewer.membership;
    const { agentId } = await addAgent(database.db, { organizationId });
    const elsewhere = await addAgent(database.db);
    const map = async (to: { organizationId: string; agentId: string }) => {
      const held = await holdsOf(viewer);
      const seen = held && { ...held, role: 'agent' as const };
      const { personId } = viewer;
      return mapPerson(database.db, {
        by: ADMIN,
        personId,
        seen,
        to: { ...to, role: 'agent' },
        sharing: 'allowed',
        now,
      });
    };
    expect(await map(elsewhere)).toBe('done');
    expect((await submission.row())?.state, 'another organization').toBe('review');
    expect(await map({ organizationId, agentId })).toBe('done');
    expect(await submission.row()).toMatchObject({ state: 'queued', organizationId, agentId });
  });

  it('is sent in a colleague’s name when it is transferred', async () => {
    const { viewer, submission } = await addBlocked();
    const from = ownerIdsOf(viewer);
    const { agentId: toAgentId } = await addAgent(database.db, { organizationId: from.organizationId });
    expect(await transferSubmissions(database.db, { by: ADMIN, from, toAgentId, now })).toEqual({
      kind: 'done',
      movable: 1,
      stays: 0,
      drafts: 0,
      imports: 0,
    });
    expect(await submission.row()).toMatchObject({ state: 'queued', agentId: toAgentId });
  });

  it('is listed by its owner, with the portal’s message and the name it would be sent under', async () => {
    const { viewer } = await addBlocked();
    await addBlocked(viewer);
    const { organizationId, agentId } = viewer.membership;
    expect(await listRejectedOwners(database.db)).toMatchObject({
      more: 0,
      rows: [
        {
          organizationId,
          agentId,
          isVerified: false,
          waiting: 2,
          message: expect.stringContaining('artner'),
          rows: [{ name: 'Nils Berg', sentAs: { agentName: shortId(agentId) } }, {}],
        },
      ],
    });
  });
});
