import 'server-only';
import { eq, inArray, or } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { inChunks } from './chunks';
import { type Known, type Outcome, type Plan, planImport } from './import-plan';
import { type PersonLine, type Problem, validateLines, type WrongLine } from './import-rows';
import { isSuperseded, writePlan } from './import-write';
import { readPeopleFile } from './people-file';

/** The result for one line of the file, or of a dry run. `problems` say which column is wrong and why. */
export type ImportLine = { line: number; email: string } & (
  | { outcome: Outcome }
  | { outcome: 'wrong'; problems: Problem[] }
);

type ImportInput = {
  csv: string;
  /** Only report what would happen. */
  dryRun: boolean;
  /** Mark them as demo people, who sign in without a password with `DEMO=true`. */
  demo?: boolean;
  /** The audit log entry; demo people are not audited. */
  audit?: { by?: Actor; now: Date };
};

/** How often an import is retried while people sign in for the first time concurrently. */
const TRIES = 3;

/**
 * Imports people and their memberships from CSV text. A file with one wrong line changes nothing, and
 * importing the same file again changes nothing either.
 *
 * @throws {PeopleFileError} if the text is not a CSV file with these columns
 */
export async function importPeople(db: Db, task: ImportInput): Promise<ImportLine[]> {
  const { right, wrong, comparable } = validateLines(readPeopleFile(task.csv));
  // Includes the checks against the database, so that all errors are reported together.
  if (wrong.length > 0)
    return toWrongLines([...wrong, ...planImport(comparable, await readDuplicates(db, comparable)).wrong]);
  if (task.dryRun) return toLines(planImport(right, await readDuplicates(db, right)));
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction((tx) => importLines(tx, { ...task, rows: right }));
    } catch (error) {
      if (!isSuperseded(error) || tries === TRIES) throw error;
    }
  }
}

async function importLines(tx: Db, { rows, demo = false, audit }: ImportInput & { rows: PersonLine[] }) {
  await lockPeople(tx, rows);
  await lockMappings(tx);
  const plan = planImport(rows, await readDuplicates(tx, rows));
  if (plan.wrong.length > 0) return toWrongLines(plan.wrong);
  await writePlan(tx, { plan, demo, by: audit?.by?.personId, now: audit?.now ?? new Date() });
  if (audit && plan.lines.some(({ outcome }) => outcome !== 'same')) {
    const detail = { added: countOf(plan, 'added'), changed: countOf(plan, 'changed') };
    const subject = `${rows.length} lines`;
    await writeAudit(tx, { by: audit.by, event: 'people.imported', subject, detail, at: audit.now });
  }
  return toLines(plan);
}

const countOf = (plan: Plan, wanted: Outcome) =>
  plan.lines.filter(({ outcome }) => outcome === wanted).length;

function toLines(plan: Plan): ImportLine[] {
  return plan.wrong.length > 0 ? toWrongLines(plan.wrong) : plan.lines;
}

/** One entry for each line, in the order of the file, with all its errors. */
function toWrongLines(wrong: readonly WrongLine[]): ImportLine[] {
  const byLine = new Map<number, { line: number; email: string; problems: Problem[] }>();
  for (const { line, email, problems } of wrong) {
    const known = byLine.get(line);
    // As written in the file, if it was readable.
    byLine.set(line, {
      line,
      email: known?.email || email,
      problems: [...(known?.problems ?? []), ...problems],
    });
  }
  return [...byLine.values()]
    .toSorted((one, other) => one.line - other.line)
    .map((line) => ({ ...line, outcome: 'wrong' }));
}

/** Locks rows of people before the mappings, as a sign-in does; in a fixed order, as another import would. */
async function lockPeople(tx: Db, rows: readonly PersonLine[]): Promise<void> {
  for (const some of inChunks(rows)) {
    const emails = some.map(({ email }) => email);
    await tx
      .select({ id: people.id })
      .from(people)
      .where(inArray(people.email, emails))
      .orderBy(people.id)
      .for('no key update');
  }
}

/** Reads everything the desk knows about the people, organizations and agents in these lines. */
async function readDuplicates(db: Db, rows: readonly PersonLine[]): Promise<Known> {
  const mappings = rows.flatMap(({ mapping }) => mapping ?? []);
  const organizationIds = [...new Set(mappings.map(({ organizationId }) => organizationId))];
  const agentIds = [...new Set(mappings.map(({ agentId }) => agentId))];
  return {
    people: await readPeople(db, rows),
    organizations: await readOrganizations(db, organizationIds),
    // Each id once, of either kind: an id of one kind matches nothing of the other.
    agents: await readAgents(db, [...new Set([...organizationIds, ...agentIds])]),
  };
}

async function readPeople(db: Db, rows: readonly PersonLine[]) {
  const found: Known['people'][number][] = [];
  for (const some of inChunks(rows)) {
    const emails = some.map(({ email }) => email);
    const read = await db
      .select({ id: people.id, email: people.email, name: people.name, mapping: memberships })
      .from(people)
      .leftJoin(memberships, eq(memberships.personId, people.id))
      .where(inArray(people.email, emails));
    found.push(...read);
  }
  return found;
}

async function readOrganizations(db: Db, ids: readonly string[]) {
  const found: Known['organizations'][number][] = [];
  for (const some of inChunks(ids)) {
    const { id, name } = organizations;
    found.push(...(await db.select({ id, name }).from(organizations).where(inArray(id, some))));
  }
  return found;
}

async function readAgents(db: Db, ids: readonly string[]) {
  const found = new Map<string, Known['agents'][number]>();
  const { organizationId, id, name, email } = agents;
  for (const some of inChunks(ids)) {
    const rows = await db
      .select({ organizationId, id, name, email })
      .from(agents)
      .where(or(inArray(organizationId, some), inArray(id, some)));
    for (const row of rows) found.set(JSON.stringify([row.organizationId, row.id]), row);
  }
  return [...found.values()];
}
