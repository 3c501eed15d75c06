import 'server-only';
import { z } from 'zod';
import { toEmailAddress } from '@/lib/core/email';
import type { Mapping } from './membership';
import { COLUMNS, type Column, type FileLine, SHAPE_FAULTS } from './people-file';
import { emailSchema, filledSchema, roleSchema, TEXT_FAULTS, textSchema } from './person-text';

/** What may be wrong with one cell of a file, or with its line; the messages have a sentence for each. */
export const CELL_FAULTS = [
  ...TEXT_FAULTS,
  ...SHAPE_FAULTS,
  'repeated',
  'differs',
  'elsewhere',
  'address-taken',
] as const;

export type Problem = {
  /** Absent where the whole line is wrong. */
  column?: Column;
  fault: (typeof CELL_FAULTS)[number];
  /** The other line, where one line contradicts another. */
  line?: number;
};

/** A line of a file that is right by itself. Empty texts leave what is here as it is. */
export type PersonLine = {
  line: number;
  email: string;
  name: string;
  organizationName: string;
  agentName: string;
  agentEmail: string;
  /** Absent where the file leaves organization, agent and role empty: the person is known and not mapped. */
  mapping?: Mapping;
};

/** `comparable`: what of all lines, right or wrong, may contradict what the desk knows already. */
type ValidatedLines = { right: PersonLine[]; wrong: WrongLine[]; comparable: PersonLine[] };

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
 * Judges each line by itself and against all others, so that everything that is wrong is said at once; a file with one
 * wrong line is wrong.
 */
export function validateLines(lines: readonly FileLine[]): ValidatedLines {
  const judged = lines.map(validateLine);
  const right = judged.filter((line): line is PersonLine => 'name' in line);
  const wrong = judged.filter((line): line is WrongLine => 'problems' in line);
  // Of a line of another shape nobody knows which cell is which.
  const wellFormed = lines.filter(({ shape }) => shape === undefined);
  return {
    right,
    wrong: [...wrong, ...findRepeated(wellFormed), ...findContradictions(wellFormed)],
    comparable: wellFormed.flatMap(toComparable),
  };
}

/** The line with whatever of it can be compared with the desk, though other cells be wrong. */
function toComparable({ line, cells }: FileLine): PersonLine[] {
  const pair = z.object({ organizationId: filledSchema, agentId: filledSchema }).safeParse(cells);
  if (!pair.success) return [];
  const agentEmail = toEmailAddress(cells.agentEmail) ?? '';
  const names = { name: '', organizationName: '', agentName: '' };
  const mapping = { ...pair.data, role: 'agent' as const };
  return [{ line, email: toEmailAddress(cells.email) ?? '', ...names, agentEmail, mapping }];
}

function validateLine({ line, cells, shape }: FileLine): PersonLine | WrongLine {
  if (shape) return { line, email: cells.email, problems: [{ fault: shape }] };
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

function findRepeated(lines: readonly FileLine[]): WrongLine[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ line, cells }) => {
    const email = toEmailAddress(cells.email);
    if (email === undefined) return [];
    const before = first.get(email);
    if (before === undefined) first.set(email, line);
    return before === undefined
      ? []
      : [{ line, email, problems: [{ column: 'email', fault: 'repeated', line: before }] }];
  });
}

/** One organization or agent under two names or addresses: the second import would undo the first. */
function findContradictions(lines: readonly FileLine[]): WrongLine[] {
  const first = new Map<string, { value: string; line: number }>();
  return lines.flatMap(({ line, cells }) => {
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
  });
}
