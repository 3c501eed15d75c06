import 'server-only';
import { eq, inArray, or } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { readInChunks } from './chunks';
import { type Addresses, addressesIn, type Known, type Outcome, planImport } from './import-plan';
import { type PersonLine, type Problem, toComparable, validateLines, type WrongLine } from './import-rows';
import { isSuperseded, writePlan } from './import-write';
import { readPeopleFile } from './people-file';

/** The result for one line of the file, or of a dry run. `problems` say which column is wrong and why. */
export type ImportLine = { line: number; email: string } & (
  | { outcome: Outcome }
  | { outcome: 'wrong'; problems: Problem[] }
);

/** How many lines had each result so far; together they are how far an import is. */
export type Counts = Record<ImportLine['outcome'], number>;

export const NO_COUNTS: Counts = { added: 0, changed: 0, same: 0, wrong: 0 };

type WriteInput = {
  /** Mark them as demo people, who sign in without a password with `DEMO=true`. */
  demo?: boolean;
  /** The audit log entry; demo people are not audited. */
  audit?: { by?: Actor; now: Date };
};

/** The lines of one transaction: others wait for it where there is one connection, and for the lock of mappings. */
const BATCH = 50;

/** How often a transaction is retried while people sign in for the first time concurrently. */
const TRIES = 3;

/**
 * Imports people and their memberships from CSV text, some at a time. If the check finds a wrong line, nothing is
 * imported. Importing the same file again changes nothing either: after a failure midway, import it again.
 *
 * @param task.dryRun only report what would happen
 * @throws {PeopleFileError} if the text is not a CSV file with these columns
 */
export async function importPeople(
  db: Db,
  { csv, dryRun, ...write }: WriteInput & { csv: string; dryRun: boolean },
): Promise<ImportLine[]> {
  const file = await readFile(csv);
  const checked = await check(db, file);
  if (dryRun || checked.some(({ outcome }) => outcome === 'wrong')) return checked;
  const lines: ImportLine[] = [];
  let counts = NO_COUNTS;
  while (lines.length < file.rows.length) {
    const next = await retried(() =>
      db.transaction(async (tx) => {
        if (lines.length === 0 && write.audit) await auditImport(tx, { checked, ...write.audit });
        return importNext(tx, { ...write, file, counts });
      }),
    );
    lines.push(...next.lines);
    counts = next.counts;
  }
  return lines;
}

/** A people file. `rows`: its lines; only what can be compared of them, if any is `wrong`. */
type PeopleFile = { rows: PersonLine[]; wrong: WrongLine[]; addresses: Addresses };

/** @throws {PeopleFileError} */
export async function readFile(csv: string): Promise<PeopleFile> {
  const lines = await readPeopleFile(csv);
  const { right, wrong } = await validateLines(lines);
  const rows = wrong.length > 0 ? await toComparable(lines) : right;
  return { rows, wrong, addresses: await addressesIn(rows) };
}

/** What importing would do, line by line; all errors together, also those that only the database shows. */
async function check(db: Db, { rows, wrong, addresses }: PeopleFile): Promise<ImportLine[]> {
  const plan = await planImport(rows, await readKnown(db, rows), addresses);
  const allWrong = [...wrong, ...plan.wrong];
  return allWrong.length > 0 ? toWrongLines(allWrong) : plan.lines;
}

/** Runs a transaction again if people signed in for the first time meanwhile. */
export async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isSuperseded(error) || tries === TRIES) throw error;
    }
  }
}

/**
 * Imports the next lines of a file in the caller's transaction, which also keeps the counts. A line that contradicts
 * what the desk has learned since the check is refused.
 *
 * @param task.counts of the lines before
 */
export async function importNext(
  tx: Db,
  { file, counts, demo = false, audit }: WriteInput & { file: PeopleFile; counts: Counts },
): Promise<{ lines: ImportLine[]; counts: Counts }> {
  const { rows, addresses } = file;
  if (file.wrong.length > 0) throw new Error('a people file is imported that has wrong lines');
  const done = countAll(counts);
  const batch = rows.slice(done, done + BATCH);
  await lockPeople(tx, batch);
  await lockMappings(tx);
  const known = await readKnown(tx, batch);
  const whole = await planImport(batch, known, addresses);
  const refused = new Set(whole.wrong.map(({ line }) => line));
  const isRight = ({ line }: PersonLine) => !refused.has(line);
  // The agent of a refused one keeps its address.
  const plan =
    refused.size > 0
      ? await planImport(batch.filter(isRight), known, await addressesIn(rows.filter(isRight)))
      : whole;
  await writePlan(tx, { plan, demo, by: audit?.by?.personId, now: audit?.now ?? new Date() });
  const lines = [...plan.lines, ...toWrongLines(whole.wrong)];
  return { lines, counts: addCounts(counts, lines) };
}

/** Audits an import when it begins, as it was checked: it may end midway. */
export async function auditImport(
  tx: Db,
  { checked, by, now }: { checked: readonly ImportLine[]; by?: Actor; now: Date },
): Promise<void> {
  const { added, changed } = addCounts(NO_COUNTS, checked);
  if (added + changed === 0) return;
  const subject = `${checked.length} lines`;
  await writeAudit(tx, { by, event: 'people.imported', subject, detail: { added, changed }, at: now });
}

/** How many lines these are together. */
export const countAll = ({ added, changed, same, wrong }: Counts) => added + changed + same + wrong;

/** These counts and those of more lines. */
export function addCounts(counts: Counts, lines: readonly ImportLine[]): Counts {
  const sum = { ...counts };
  for (const { outcome } of lines) sum[outcome] += 1;
  return sum;
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
  const emails = rows.map(({ email }) => email);
  await tx
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.email, emails))
    .orderBy(people.id)
    .for('no key update');
}

/** Reads everything the desk knows about the people, organizations and agents in these lines. */
async function readKnown(db: Db, rows: readonly PersonLine[]): Promise<Known> {
  const mappings = rows.flatMap(({ mapping }) => mapping ?? []);
  const organizationIds = [...new Set(mappings.map(({ organizationId }) => organizationId))];
  return {
    people: await readPeople(db, rows),
    organizations: await readOrganizations(db, organizationIds),
    agents: await readAgents(db, rows),
  };
}

function readPeople(db: Db, rows: readonly PersonLine[]) {
  const { id, email, name } = people;
  const emails = rows.map((row) => row.email);
  return readInChunks(emails, (some) =>
    db
      .select({ id, email, name, mapping: memberships })
      .from(people)
      .leftJoin(memberships, eq(memberships.personId, id))
      .where(inArray(email, some)),
  );
}

function readOrganizations(db: Db, ids: readonly string[]) {
  const { id, name } = organizations;
  return readInChunks(ids, (some) => db.select({ id, name }).from(organizations).where(inArray(id, some)));
}

async function readAgents(db: Db, rows: readonly PersonLine[]): Promise<Known['agents']> {
  const { organizationId, id, name, email } = agents;
  const found = await readInChunks(rows, (some) => {
    const ids = some.flatMap(({ mapping }) => mapping?.agentId ?? []);
    const emails = some.map(({ agentEmail }) => agentEmail);
    return db
      .select({ organizationId, id, name, email })
      .from(agents)
      .where(or(inArray(id, ids), inArray(email, emails)));
  });
  const each = new Map(found.map((agent) => [JSON.stringify([agent.organizationId, agent.id]), agent]));
  return [...each.values()];
}
