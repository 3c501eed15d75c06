import 'server-only';
import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addressForms } from './address-pattern';
import type { Personal } from './blank';
import { nameWords } from './name-pattern';
import { PHONE_SEPARATORS, phoneEnd } from './phone-pattern';

/**
 * Finds rows whose text or JSON may name the person; the caller looks closely. Of texts with other letters than ASCII
 * each: a database compares those by its locale, which may know none of them.
 */
export function mayName(column: PgColumn | SQL, { emails, names, phones }: Personal): SQL | undefined {
  const words = [...emails.flatMap(addressForms), ...names.flatMap(nameWords)];
  const forms = new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]));
  if (forms.size + phones.length === 0) return undefined;
  const plain = sql`translate(${column}::text, ${PHONE_SEPARATORS}, '')`;
  return or(
    hasOtherLetters(column),
    ...[...forms].map((form) => sql`strpos(lower(${column}::text), ${form}) > 0`),
    ...phones.map((phone) => sql`strpos(${plain}, ${phoneEnd(phone)}) > 0`),
  );
}

/** Other letters than ASCII: wide ones, and what is not seen between others. */
const hasOtherLetters = (column: PgColumn | SQL) =>
  sql`octet_length(${column}::text) <> char_length(${column}::text)`;

/**
 * Finds rows whose text or JSON may hold this; the caller looks closely. Both cases, because a locale may know only ASCII.
 */
export function mayHold(column: PgColumn | SQL, texts: readonly string[]): SQL {
  const forms = [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
  const found = forms.map(
    (form) =>
      sql`strpos(${column}::text, ${form}) > 0 or strpos(lower(${column}::text), ${form.toLowerCase()}) > 0`,
  );
  return sql`(${sql.join([hasOtherLetters(column), ...found], sql` or `)})`;
}

/** Whether it is one of these; undefined, as a part of a condition, for none. */
export const oneOf = (column: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;
