import { sql } from 'drizzle-orm';
import { integer, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * What a lead or submission is recognised by, made from its answers by `lib/match-keys`. Each has an index
 * that begins with the organization: a look-up never touches rows of another one, so that not even its time
 * depends on them.
 */
export const matchKeys = () => ({
  /** The email address in lower case. */
  knownEmail: text(),
  /** In E.164, or `~` and digits without country. */
  knownPhone: text(),
  /** The registrable domain of the website or the email address, unless it is shared by many. */
  knownDomain: text(),
  /** The company's name without legal form, case, accents and punctuation. */
  knownCompany: text(),
});

type KeyColumns = Record<keyof ReturnType<typeof matchKeys>, PgColumn>;

/** Each key column with the name of its index. */
export function listKeys(table: KeyColumns): (readonly [name: string, column: PgColumn])[] {
  return [
    ['email', table.knownEmail],
    ['phone', table.knownPhone],
    ['domain', table.knownDomain],
    ['company', table.knownCompany],
  ];
}

/** For an index of those rows only that have the key. */
export const hasKey = (name: string) => sql.raw(`known_${name} is not null`);

/**
 * The companies of each organization's leads, by bands: similar companies have some in common. Kept when the
 * last lead of a company goes: it only leads to leads, and then there are none.
 */
export const knownCompanies = pgTable(
  'known_companies',
  {
    organizationId: text().notNull(),
    band: integer().notNull(),
    company: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.band, table.company] })],
);
