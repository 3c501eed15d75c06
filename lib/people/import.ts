import 'server-only';
import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { newId } from '@/lib/ids';

/** The columns of a people file; the header line is required, the order is free. */
const COLUMNS = [
  'email',
  'name',
  'organizationId',
  'organizationName',
  'agentId',
  'agentName',
  'role',
] as const;

const text = z
  .string()
  .trim()
  .max(200, 'is too long')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'holds a character that cannot be kept');
const id = text.min(1, 'is empty');
const name = text;

const rowSchema = z.object({
  email: z.email('is not an e-mail address').transform((email) => email.toLowerCase()),
  name: name.min(1, 'is empty'),
  organizationId: id,
  organizationName: name,
  agentId: id,
  agentName: name,
  role: z.enum(['agent', 'manager'], 'must be agent or manager'),
});

type PersonRow = z.infer<typeof rowSchema>;

/** What became of one line of the file, or would. `problem` says which column is wrong and why. */
export type ImportLine = { line: number; email: string } & (
  | { outcome: 'added' | 'changed' | 'same' }
  | { outcome: 'wrong'; problem: string }
);

/** Undoes the transaction of a dry run, or of a wrong file; never leaves this file. */
class Undo extends Error {}

/**
 * Brings people and their memberships in from CSV text. A file with one wrong line changes nothing.
 *
 * @param dryRun say what would happen, and change nothing
 * @param demo mark them as demo people, who sign in without a password where `DEMO=true`
 * @throws {Error} with a plain sentence if the text is no CSV file with these columns
 */
export async function importPeople(
  db: Db,
  { csv, dryRun, demo = false }: { csv: string; dryRun: boolean; demo?: boolean },
): Promise<ImportLine[]> {
  const judged = readCsv(csv).map(judge);
  const repeated = findRepeated(judged);
  const wrong = [...judged.filter((row) => 'problem' in row), ...repeated];
  if (wrong.length > 0) {
    return wrong.map(({ line, email, problem }) => ({ line, email, outcome: 'wrong', problem }));
  }
  const rows = judged.filter((row) => 'row' in row);
  const lines: ImportLine[] = [];
  try {
    await db.transaction(async (tx) => {
      for (const { line, email, row } of rows) {
        lines.push({ line, email, ...(await writePerson(tx, { row, demo })) });
      }
      if (dryRun || lines.some(isWrong)) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return lines.some(isWrong) ? lines.filter(isWrong) : lines;
}

function isWrong({ outcome }: ImportLine): boolean {
  return outcome === 'wrong';
}

type CsvLine = { line: number; record: Record<string, string> };

const parsedSchema = z.array(
  z.object({
    record: z.record(z.string(), z.string()),
    info: z.object({ lines: z.number() }),
    raw: z.string(),
  }),
);

/** The records with the line each begins on: quoted line ends and empty lines count. */
function readCsv(csv: string): CsvLine[] {
  const options = { columns: true, bom: true, skip_empty_lines: true, trim: true, info: true, raw: true };
  // One kind of line end: the parser counts the others differently.
  const parsed: unknown = parse(csv.replace(/\r\n?/g, '\n'), options);
  const table = parsedSchema.parse(parsed).map(({ record, info, raw }) => ({
    record,
    line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
  }));
  const columns = table[0]?.record ?? {};
  const missing = COLUMNS.filter((column) => !Object.hasOwn(columns, column));
  if (table.length === 0) throw new Error('The file has no people in it.');
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}.`);
  return table;
}

type Judged = { line: number; email: string } & ({ row: PersonRow } | { problem: string });

function judge({ record, line }: CsvLine): Judged {
  const parsed = rowSchema.safeParse(record);
  const email = record.email ?? '';
  if (parsed.success) return { line, email: parsed.data.email, row: parsed.data };
  const problem = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  return { line, email, problem };
}

function findRepeated(judged: Judged[]): { line: number; email: string; problem: string }[] {
  const first = new Map<string, number>();
  return judged.flatMap(({ line, email }) => {
    const before = first.get(email);
    if (before === undefined) first.set(email, line);
    return before === undefined ? [] : [{ line, email, problem: `email is on line ${before} already` }];
  });
}

async function writePerson(
  tx: Db,
  { row, demo }: { row: PersonRow; demo: boolean },
): Promise<{ outcome: 'added' | 'changed' | 'same' } | { outcome: 'wrong'; problem: string }> {
  if (await isElsewhere(tx, row)) {
    return { outcome: 'wrong', problem: 'agentId belongs to another organization' };
  }
  await writeOrganization(tx, row);
  const [known] = await tx
    .select({ id: people.id, name: people.name, membership: memberships })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .where(eq(people.email, row.email));
  const { organizationId, agentId, role } = row;
  const membership = { organizationId, agentId, role };
  if (!known) {
    const personId = newId('person');
    const createdAt = sql`clock_timestamp()`;
    await tx
      .insert(people)
      .values({ id: personId, email: row.email, name: row.name, isDemo: demo, createdAt });
    await tx.insert(memberships).values({ id: newId('membership'), personId, ...membership });
    return { outcome: 'added' };
  }
  const same =
    known.name === row.name &&
    known.membership?.organizationId === organizationId &&
    known.membership.agentId === agentId &&
    known.membership.role === role;
  if (same) return { outcome: 'same' };
  await tx.update(people).set({ name: row.name }).where(eq(people.id, known.id));
  await tx
    .insert(memberships)
    .values({ id: newId('membership'), personId: known.id, ...membership })
    .onConflictDoUpdate({ target: memberships.personId, set: membership });
  return { outcome: 'changed' };
}

/** An agent belongs to one organization (interface 4, rule 1): the pair must be known, or the agent be new. */
async function isElsewhere(tx: Db, { organizationId, agentId }: PersonRow): Promise<boolean> {
  const known = await tx
    .select({ organizationId: agents.organizationId })
    .from(agents)
    .where(eq(agents.id, agentId));
  return known.length > 0 && known.every((agent) => agent.organizationId !== organizationId);
}

/** A name in the file names the organization or agent anew; an empty one leaves it as it is. */
async function writeOrganization(tx: Db, row: PersonRow): Promise<void> {
  const organization = { id: row.organizationId, name: row.organizationName || null };
  await tx.insert(organizations).values(organization).onConflictDoNothing();
  if (row.organizationName) {
    await tx
      .update(organizations)
      .set({ name: row.organizationName })
      .where(eq(organizations.id, row.organizationId));
  }
  const agent = { organizationId: row.organizationId, id: row.agentId };
  const agentName = row.agentName || null;
  await tx
    .insert(agents)
    .values({ ...agent, name: agentName })
    .onConflictDoUpdate({
      target: [agents.organizationId, agents.id],
      set: row.agentName ? { name: agentName } : { id: row.agentId },
    });
}
