import 'server-only';
import { listDomainRules } from '@/lib/auth/domain-rules';
import { publicDomainOf } from '@/lib/auth/email-domain';
import { signInAgainPath } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { pageOrLast } from '@/lib/db/paging';
import { countDraftsOfAgent, countDraftsOfPerson } from '@/lib/drafts/transfer';
import { countImportsOfPerson } from '@/lib/imports/imports';
import { countImportsOfAgent } from '@/lib/imports/transfer';
import { countAll } from '@/lib/people/import';
import { findLastImport, isUnderWay } from '@/lib/people/import-job';
import {
  findAgent,
  listAgentChoices,
  listAgents,
  listColleagues,
  listOrganizationChoices,
} from '@/lib/people/list-agents';
import { findPerson, listMapped, listPeople, PEOPLE_FILTERS } from '@/lib/people/list-people';
import { MAX_FILE_BYTES, TEMPLATE } from '@/lib/people/people-file';
import { suggestFor } from '@/lib/people/suggestions';
import { countOpenSubmissions } from '@/lib/people/transfer-submissions';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { toResult } from './import-response';
import type { PeoplePageQuery, PeopleView } from './query';

type PartInput = { query: PeoplePageQuery; admin: SignedIn; now: Date };

const READERS = {
  waiting: readWaiting,
  people: readPeople,
  agents: readAgents,
  rules: readRules,
  files: readFiles,
} as const satisfies Record<PeopleView, (db: Db, task: PartInput) => Promise<{ view: PeopleView }>>;

/** The data of one part of the people page. */
export type PeoplePartData = Awaited<ReturnType<(typeof READERS)[PeopleView]>>;

/** The data of one view of the people page, for admins only. */
export function getPeoplePart(db: Db, { view, ...task }: PartInput & { view: PeopleView }) {
  const read: (db: Db, task: PartInput) => Promise<PeoplePartData> = READERS[view];
  return read(db, task);
}

/** People who can sign in and have no membership, except admins by `ADMIN_EMAILS`. */
async function readWaiting(db: Db, { query: { page } }: PartInput) {
  const adminEmails = env().ADMIN_EMAILS;
  const people = await pageOrLast(page, (page) =>
    listPeople(db, { filter: 'waiting', q: '', page, adminEmails }),
  );
  return { view: 'waiting' as const, people, suggestions: await suggestFor(db, people.rows) };
}

async function readPeople(db: Db, { query: { q, filter, page } }: PartInput) {
  const adminEmails = env().ADMIN_EMAILS;
  const people = await pageOrLast(page, (page) => listPeople(db, { q, filter, page, adminEmails }));
  return { view: 'people' as const, people, adminEmails, q, filter, filters: PEOPLE_FILTERS };
}

async function readAgents(db: Db, { query: { q, page } }: PartInput) {
  const agents = await pageOrLast(page, (page) => listAgents(db, { q, page }));
  const agentIds = agents.rows.map(({ agentId }) => agentId);
  return { view: 'agents' as const, agents, mapped: await listMapped(db, agentIds), q };
}

async function readRules(db: Db, { query: { q, page } }: PartInput) {
  const [rules, organizations] = await Promise.all([
    // As the list shows them, with the sign before.
    pageOrLast(page, (page) => listDomainRules(db, { q: q.replace(/^@/, ''), page })),
    listOrganizationChoices(db),
  ]);
  const rows = rules.rows.map((rule) => ({ ...rule, isPublic: publicDomainOf(rule.domain) !== undefined }));
  return { view: 'rules' as const, rules: { ...rules, rows }, organizations, q };
}

/** Importing requires a recent sign-in; exporting does not. */
async function readFiles(db: Db, { admin, now }: PartInput) {
  const signInAgainHref = isRecent(admin, now) ? undefined : signInAgainPath('/admin/people?view=files');
  return {
    view: 'files' as const,
    template: TEMPLATE,
    maxBytes: MAX_FILE_BYTES,
    signInAgainHref,
    last: await readLastImport(db),
  };
}

/** How far the import is that is under way, or what the last one did. */
async function readLastImport(db: Db) {
  const last = await findLastImport(db);
  if (!last) return undefined;
  const { at, counts, total } = last;
  return { at, done: countAll(counts), total, result: isUnderWay(last) ? undefined : await toResult(last) };
}

/** One person, with the agents to choose from, found by `find`; undefined if there is no such person. */
export async function getPersonPage(db: Db, { id, find }: { id: string; find: string }) {
  const row = isId('person', id) ? await findPerson(db, id) : undefined;
  if (!row) return undefined;
  const { organizationId, agentId } = row;
  const own = organizationId && agentId ? await findAgent(db, { organizationId, agentId }) : undefined;
  const open = { drafts: await countDraftsOfPerson(db, id), ...(await countImportsOfPerson(db, id)) };
  return { row, adminEmails: env().ADMIN_EMAILS, choices: await listAgentChoices(db, find), own, open };
}

/** One agent, with who acts for them, their colleagues and what is still to be submitted; undefined if there is none. */
export async function getAgentPage(db: Db, owner: { organizationId: string; agentId: string }) {
  const row = await findAgent(db, owner);
  if (!row) return undefined;
  const [mapped, colleagues, open, drafts, imports] = await Promise.all([
    listMapped(db, [row.agentId]),
    listColleagues(db, row),
    countOpenSubmissions(db, row),
    countDraftsOfAgent(db, row),
    countImportsOfAgent(db, row),
  ]);
  return { row, mapped, colleagues, open: { ...open, drafts, imports } };
}
