import 'server-only';
import { z } from 'zod';
import { toEmailAddress } from '@/lib/core/email';
import { eachInTurns } from './chunks';
import { emailSchema, filledSchema, roleSchema, TEXT_FAULTS, textSchema } from './input';
import type { Mapping } from './membership';
import { COLUMNS, type Column, type FileLine } from './people-file';

/** What can be wrong with a cell or a line of a file; the messages have a sentence for each. */
export const CELL_FAULTS = [
  ...TEXT_FAULTS,
  'cells',
  'repeated',
  'differs',
  'elsewhere',
  'address-taken',
] as const;

export type Problem = {
  /** Absent if the whole line is wrong. */
  column?: Column;
  fault: (typeof CELL_FAULTS)[number];
  /** The other line, if two lines contradict each other. */
  line?: number;
};

/** A valid line of a file. Empty texts leave the existing value unchanged. */
export type PersonLine = {
  line: number;
  email: string;
  name: string;
  organizationName: string;
  agentName: string;
  agentEmail: string;
  /** Absent if the file leaves organization, agent and role empty: the person is added without a mapping. */
  mapping?: Mapping;
};

export type WrongLine = { line: number; email: string; problems: Problem[] };

const base = {
  email: emailSchema,
  name: filledSchema,
  organizationName: textSchema,
  agentName: textSchema,
  agentEmail: z.literal('').or(emailSchema),
};
const mappedSchema = z.object({
  ...base,
  organizationId: filledSchema,
  agentId: filledSchema,
  role: roleSchema,
});
const unmappedSchema = z.object(base);

/**
 * Validates each line, alone and against all others, so that all errors are reported together; one wrong line
 * rejects the file. Other requests are answered meanwhile.
 */
export async function validateLines(
  lines: readonly FileLine[],
): Promise<{ right: PersonLine[]; wrong: WrongLine[] }> {
  const right: PersonLine[] = [];
  const [wrong, repeated, contradicting]: [WrongLine[], WrongLine[], WrongLine[]] = [[], [], []];
  const findRepeated = repeatedFinder();
  const findContradictions = contradictionFinder();
  await eachInTurns(lines, (line) => {
    const judged = validateLine(line);
    if ('name' in judged) right.push(judged);
    else wrong.push(judged);
    // In a line of the wrong shape it is unknown which cell is which.
    if (line.isMisshapen) return;
    repeated.push(...findRepeated(line));
    contradicting.push(...findContradictions(line));
  });
  return { right, wrong: [...wrong, ...repeated, ...contradicting] };
}

/** The parts of lines that can be compared with the desk, even if other cells are wrong. */
export async function toComparable(lines: readonly FileLine[]): Promise<PersonLine[]> {
  const comparable: PersonLine[] = [];
  await eachInTurns(lines, (line) => {
    if (!line.isMisshapen) comparable.push(...comparablePart(line));
  });
  return comparable;
}

function comparablePart({ line, cells }: FileLine): PersonLine[] {
  const owner = z.object({ organizationId: filledSchema, agentId: filledSchema }).safeParse(cells);
  if (!owner.success) return [];
  const agentEmail = toEmailAddress(cells.agentEmail) ?? '';
  const names = { name: '', organizationName: '', agentName: '' };
  const mapping = { ...owner.data, role: 'agent' as const };
  return [{ line, email: toEmailAddress(cells.email) ?? '', ...names, agentEmail, mapping }];
}

function validateLine({ line, cells, isMisshapen }: FileLine): PersonLine | WrongLine {
  if (isMisshapen) return { line, email: cells.email, problems: [{ fault: 'cells' }] };
  const isMapped = cells.organizationId !== '' || cells.agentId !== '' || cells.role !== '';
  if (!isMapped) {
    const parsed = unmappedSchema.safeParse(cells);
    return parsed.success ? { line, ...parsed.data } : toWrong({ line, cells }, parsed.error);
  }
  const parsed = mappedSchema.safeParse(cells);
  if (!parsed.success) return toWrong({ line, cells }, parsed.error);
  const { organizationId, agentId, role, ...person } = parsed.data;
  return { line, ...person, mapping: { organizationId, agentId, role } };
}

const columnSchema = z.enum(COLUMNS);
const faultSchema = z.enum(CELL_FAULTS).catch('not-email');

function toWrong({ line, cells }: FileLine, error: z.ZodError): WrongLine {
  const problems = error.issues.map((issue) => ({
    column: columnSchema.parse(issue.path[0]),
    fault: faultSchema.parse(issue.message),
  }));
  return { line, email: cells.email, problems };
}

/** Takes line by line. */
function repeatedFinder(): (line: FileLine) => WrongLine[] {
  const first = new Map<string, number>();
  return ({ line, cells }) => {
    const email = toEmailAddress(cells.email);
    if (email === undefined) return [];
    const before = first.get(email);
    if (before === undefined) first.set(email, line);
    return before === undefined
      ? []
      : [{ line, email, problems: [{ column: 'email', fault: 'repeated', line: before }] }];
  };
}

/** One organization or agent with two names or addresses: the second import would undo the first. */
function contradictionFinder(): (line: FileLine) => WrongLine[] {
  const first = new Map<string, { value: string; line: number }>();
  return ({ line, cells }) => {
    const { email, organizationId, agentId } = cells;
    if (organizationId === '' || agentId === '') return [];
    const agent = [organizationId, agentId];
    const agentEmail = toEmailAddress(cells.agentEmail) ?? '';
    const facts = [
      { column: 'organizationName', of: [organizationId], value: cells.organizationName },
      { column: 'agentName', of: agent, value: cells.agentName },
      { column: 'agentEmail', of: agent, value: agentEmail },
    ] as const;
    const problems = facts.flatMap(({ column, of, value }): Problem[] => {
      const key = JSON.stringify([column, ...of]);
      const before = first.get(key);
      if (value !== '' && !before) first.set(key, { value, line });
      return value !== '' && before && before.value !== value
        ? [{ column, fault: 'differs', line: before.line }]
        : [];
    });
    return problems.length > 0 ? [{ line, email, problems }] : [];
  };
}
