import 'server-only';
import type { drafts } from '@/lib/db/schema/drafts';
import type { importRows, imports } from '@/lib/db/schema/imports';
import { type FieldRole, rolesOf } from '@/lib/forms/field-roles';
import { divideName } from '@/lib/forms/paste/names';
import { FULL_NAME, holdsFullNames } from '@/lib/imports/full-name';
import type { KeyFields } from '@/lib/lead-schema/company-field';

/** What a draft, or a row of an import, says of its own person. */
export type Entry = {
  first: string;
  last: string;
  /** Undefined if nobody can say which cell of the row it is. */
  email: string | undefined;
  phone: string;
  company: string;
  /** Of all fields and cells. */
  values: readonly string[];
};

type Draft = Pick<typeof drafts.$inferSelect, 'fields'>;
type Row = Pick<typeof importRows.$inferSelect, 'cells' | 'fixes'>;
/** The import of a row: its columns are assigned to fields in a step of their own. */
type File = Pick<typeof imports.$inferSelect, 'columns' | 'headings'>;

export function entryOfDraft(draft: Draft, fields: KeyFields): Entry {
  return toEntry(
    draft.fields.map(([id, , value]) => [id, value]),
    fields,
  );
}

export function entryOfRow({ cells, fixes }: Row, file: File, fields: KeyFields): Entry {
  const columns = file.columns ?? columnsByHeading(file.headings, { cells, fields });
  const isEmailKnown = columns.some((id) => id === 'email' || (id && id === fields.email?.id));
  const read = cells.map((cell, index): [string, unknown] => [columns[index] ?? '', cell]);
  const entry = toEntry([...read, ...Object.entries(fixes)], fields);
  // A heading alone does not say whose name the other cells hold.
  const isNameKnown = file.columns !== null || (entry.first !== '' && entry.last !== '');
  return {
    ...entry,
    ...(isNameKnown ? {} : { first: '', last: '' }),
    email: isEmailKnown || entry.email ? entry.email : undefined,
  };
}

/** The fields of columns that nobody has assigned yet, as far as their headings say it. */
function columnsByHeading(
  headings: readonly string[],
  { cells, fields }: Pick<Row, 'cells'> & { fields: KeyFields },
): (string | null)[] {
  const named = headings.map((label, index) => ({
    ...({ id: String(index), label, kind: 'text', placement: 'custom' } as const),
  }));
  const roles = rolesOf(named);
  const idOf: Partial<Record<FieldRole, string>> = {
    ...{ 'first-name': 'firstName', 'last-name': 'lastName', email: 'email' },
    ...{ phone: fields.phone?.id, company: fields.company?.id },
  };
  return named.map(({ id, label }, index) => {
    if (holdsFullNames({ heading: label, cells: cells.slice(index, index + 1) })) return FULL_NAME;
    return idOf[roles.get(id) ?? 'none'] ?? null;
  });
}

/** Of two values of one field the later one counts: it was corrected. */
function toEntry(pairs: readonly [string, unknown][], fields: KeyFields): Entry {
  const values = new Map(pairs);
  const of = (id: string | undefined) => {
    const value = id === undefined ? undefined : values.get(id);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const { firstName = '', lastName, fullName = '' } = divideName(of(FULL_NAME));
  return {
    first: of('firstName') || firstName,
    last: of('lastName') || (lastName ?? fullName),
    email: of('email') || of(fields.email?.id),
    phone: of(fields.phone?.id),
    company: of(fields.company?.id),
    values: pairs.flatMap(([, value]) => value).map(String),
  };
}
