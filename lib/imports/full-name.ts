import 'server-only';
import { toFieldTokens } from '@/lib/forms/field-tokens';
import type { FormField } from '@/lib/forms/form-model';
import { readName } from '@/lib/forms/paste/names';
import type { Cell } from '@/lib/import-files/table';

/** What a column of names is for, in place of a field: first and last name together. */
export const FULL_NAME = '~full-name';

const FIRST = 'first-name';
const LAST = 'last-name';

/** Whether the form asks for first and last name in two fields, so that one column can be for both. */
export function dividesNames(fields: readonly FormField[]): boolean {
  return [FIRST, LAST].every((role) => fields.some((field) => field.role === role));
}

/** The ids of the fields that a column of full names fills in. */
export function nameFieldIds(fields: readonly FormField[]): string[] {
  return fields.filter(({ role }) => role === FIRST || role === LAST).map(({ id }) => id);
}

/** The columns without one of full names that no field reads, because first and last name have columns of their own. */
export function withoutIdleNames(
  columns: readonly (string | null)[],
  fields: readonly FormField[],
): (string | null)[] {
  const isIdle = nameFieldIds(fields).every((id) => columns.includes(id));
  return columns.map((id) => (isIdle && id === FULL_NAME ? null : id));
}

/** The part of a full name that a field asks for; undefined if it asks for something else. One word is a last name. */
export function partOfName({ role }: FormField, cell: Cell): string | undefined {
  if (role !== FIRST && role !== LAST) return undefined;
  const { firstName = '', lastName, fullName = '' } = readName(String(cell));
  return role === FIRST ? firstName : (lastName ?? fullName);
}

const HEADINGS = new Set(
  [
    ...['name', 'full name', 'contact', 'contact name', 'contact person', 'person', 'lead name'],
    ...[
      'vollständiger name',
      'ansprechpartner',
      'ansprechpartnerin',
      'kontakt',
      'kontaktperson',
      'vor und nachname',
    ],
    ...['nom complet', 'nom et prénom', 'prénom et nom', 'nom du contact', 'personne'],
    ...['nombre completo', 'nombre y apellido', 'nombre y apellidos', 'contacto', 'persona de contacto'],
    ...['nome completo', 'nome e sobrenome', 'contato', 'pessoa de contato'],
    ...['氏名', '名前', 'お名前', '担当者名', '担当者'],
  ].map(toFieldTokens),
);
/** The share of cells with several words that makes a column of names. */
const MOST = 0.5;

/** Whether a column with such a heading holds first and last names together. */
export function holdsFullNames({ heading, cells }: { heading: string; cells: readonly Cell[] }): boolean {
  if (!HEADINGS.has(toFieldTokens(heading))) return false;
  const filled = cells.map((cell) => String(cell).trim()).filter((text) => text !== '');
  return filled.filter((text) => /[\s\u3000,]/.test(text)).length >= filled.length * MOST;
}
