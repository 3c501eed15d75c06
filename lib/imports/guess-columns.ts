import 'server-only';
import { toPlainCharacters } from '@/lib/core/plain-characters';
import { type FieldRole, isExclusive, rolesOf } from '@/lib/forms/field-roles';
import { toFieldTokens } from '@/lib/forms/field-tokens';
import type { FormField } from '@/lib/forms/form-model';
import type { Cell } from '@/lib/import-files/table';
import { toInput } from './cell-input';
import { formatOf } from './file-format';
import { dividesNames, FULL_NAME, holdsFullNames, withoutIdleNames } from './full-name';

/** A column of the file: its heading, some of its cells, and whether people do not see it in their workbook. */
export type FileColumn = { heading: string; cells: readonly Cell[]; isHidden?: boolean };

type Guessing = {
  columns: readonly FileColumn[];
  fields: readonly FormField[];
  /** Other names of each field, such as in other languages. */
  aliases?: ReadonlyMap<string, readonly string[]>;
  /** The field that this organization last chose for a heading, by its words. */
  before?: ReadonlyMap<string, string>;
  locale: string;
};

/** What speaks for a column and a field; less than `LEAST` is a coincidence. */
const OWN_NAME = 400;
const SAME_NAME = 200;
const BEFORE = 150;
const SAME_ROLE = 60;
const SIMILAR_NAME = 30;
const CONTENT = 25;
const OTHER_CONTENT = -SAME_NAME;
const LEAST = 25;
/** The share of cells that makes a column. */
const MOST = 0.8;

/** The words of a heading as they are remembered. */
export const headingTokens = toFieldTokens;

/**
 * The field of each column, or null: by its exact name, what the organization chose before, role and content, the surest first.
 * A heading that is a field's own label or id decides, whatever the cells are. No field gets two columns, and a hidden column
 * is for none. A column of full names is for first and last name, if the form asks for both.
 */
export function guessColumns(guessing: Guessing): (string | null)[] {
  const { columns, fields } = guessing;
  const guesses = columns
    .flatMap((column, index) =>
      column.isHidden
        ? []
        : [
            { index, id: FULL_NAME, score: fullNameScore(column, guessing) },
            ...fields.map((field) => ({ index, id: field.id, score: scoreOf(column, field, guessing) })),
          ],
    )
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score || one.index - other.index);
  const chosen = new Map<number, string>();
  const taken = new Set<string>();
  for (const { index, id } of guesses) {
    if (chosen.has(index) || taken.has(id)) continue;
    chosen.set(index, id);
    taken.add(id);
  }
  const guessed = columns.map((_, index) => chosen.get(index) ?? null);
  return withoutIdleNames(guessed, fields);
}

function fullNameScore(column: FileColumn, { fields, before }: Guessing): number {
  if (!dividesNames(fields)) return 0;
  if (before?.get(headingTokens(column.heading)) === FULL_NAME) return BEFORE;
  return holdsFullNames(column) ? SAME_ROLE : 0;
}

function scoreOf(column: FileColumn, field: FormField, guessing: Guessing): number {
  const tokens = headingTokens(column.heading);
  if (isNamed(column.heading, [field.label, field.id])) return OWN_NAME;
  const name = tokens === '' ? 0 : nameScore(column.heading, field, guessing);
  // One person's mistake must not become everyone's.
  if (name < SAME_NAME && tokens !== '' && guessing.before?.get(tokens) === field.id) return BEFORE;
  const content = contentScore(column, field, guessing.locale);
  // A heading that names something else is not overruled by its cells: a date of birth is no expected close.
  return name + (name === 0 && tokens !== '' ? Math.min(content, 0) : content);
}

function nameScore(heading: string, field: FormField, { aliases, columns }: Guessing): number {
  const tokens = headingTokens(heading);
  const others = aliases?.get(field.id) ?? [];
  if (isNamed(heading, others)) return SAME_NAME;
  const role = roleOfHeading(heading, field);
  if (role === field.role && isExclusive(role)) return SAME_ROLE;
  // "Name" beside "Vorname" is the last name, "Nombre" beside "Apellidos" the first.
  const otherHalf = OTHER_HALF[field.role ?? 'none'];
  if (
    role === 'full-name' &&
    otherHalf &&
    columns.some((one) => roleOfHeading(one.heading, field) === otherHalf)
  )
    return SAME_ROLE;
  // Of a field with a role all names are known: "Company size" is no company.
  if (field.role !== undefined) return 0;
  const names = [field.id, field.label, ...others].map(toFieldTokens);
  return names.some((name) => isPart(name, tokens) || isPart(tokens, name)) ? SIMILAR_NAME : 0;
}

/** A name without letters, such as "№", has no words. */
function isNamed(heading: string, names: readonly string[]): boolean {
  const tokens = headingTokens(heading);
  return names.some((name) =>
    tokens === '' ? name.trim() !== '' && name.trim() === heading.trim() : toFieldTokens(name) === tokens,
  );
}

/** Kinds that are a role by themselves, and what a field is whose name has to say it. */
const NAMED_KINDS: Partial<Record<FormField['kind'], FormField['kind']>> = {
  currency: 'number',
  email: 'text',
  phone: 'text',
  url: 'text',
};

const OTHER_HALF: Partial<Record<FieldRole, FieldRole>> = {
  'first-name': 'last-name',
  'last-name': 'first-name',
};

/** What a field of this name would be used as. */
function roleOfHeading(heading: string, field: FormField): FieldRole {
  const kind = NAMED_KINDS[field.kind] ?? field.kind;
  const named = { id: heading, label: heading, kind, placement: 'custom' as const };
  return rolesOf([named]).get(heading) ?? 'none';
}

function isPart(part: string, whole: string): boolean {
  return part.length >= 4 && ` ${whole} `.includes(` ${part} `);
}

const SHAPES: Partial<Record<FormField['kind'], RegExp>> = {
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  url: /^(?:https?:\/\/|www\.)\S+$/i,
  phone: /^(?=(?:\D*\d){6})[+(\d][\d\s()./–-]*$/,
  date: /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/,
};

/** Whether the cells look like answers to the field, for kinds whose answers look like nothing else. */
function contentScore({ cells }: FileColumn, field: FormField, locale: string): number {
  const filled = cells.filter((cell) => String(cell).trim() !== '');
  if (filled.length === 0) return 0;
  const shape = SHAPES[field.kind];
  if (shape) {
    const fitting = filled.filter((cell) =>
      hasShape(field, shape, toPlainCharacters(String(cell)).trim()),
    ).length;
    // Named like it with contents of another kind: better no guess than a wrong one.
    return fitting === 0 ? OTHER_CONTENT : fitting / filled.length >= MOST ? CONTENT : 0;
  }
  if (!field.options || field.options.length < 2) return 0;
  return filled.filter(offeredBy(field, locale)).length / filled.length >= MOST ? CONTENT : 0;
}

/** A date looks like a phone number too. */
function hasShape({ kind }: FormField, shape: RegExp, text: string): boolean {
  return shape.test(text) && !(kind === 'phone' && SHAPES.date?.test(text));
}

function offeredBy(field: FormField, locale: string): (cell: Cell) => boolean {
  const values = new Set(field.options?.map(({ value }) => String(value)));
  const interpretation = { fileFormat: formatOf(locale), locale, timeZone: 'UTC' };
  return (cell) => [toInput(field, cell, interpretation)].flat().every((value) => values.has(value));
}
