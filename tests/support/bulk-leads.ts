import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { foldLetters } from '../../lib/core/plain-letters';
import type { Db } from '../../lib/db/handle';
import { knownCompanies } from '../../lib/db/schema/known';
import { leads } from '../../lib/db/schema/leads';
import { recordCompanies } from '../../lib/leads/record-companies';
import { toSearchColumns } from '../../lib/leads/search-tokens';
import { toStoredKeys } from '../../lib/match-keys/keys';

/** Leads by the thousand, written without the service: for what depends on their number. */

const FIRST = [
  'Anna',
  'Boris',
  'Chidi',
  'Dolores',
  'Emre',
  'Fatima',
  'Goro',
  'Hana',
  'Ines',
  'Jonas',
  'Kofi',
];
const LAST = ['Weber', 'Okafor', 'Silva', 'Tanaka', 'Dubois', 'Novak', 'Garcia', 'Larsen', 'Rossi', 'Haddad'];
const COMPANIES = ['Nordwind', 'Acme', 'Bluebird', 'Quarz', 'Solaris', 'Vertex', 'Zenith', 'Umbra', 'Lumen'];
/** The domain of all of them. */
export const BULK_DOMAIN = 'bulk.example';
const ROWS_AT_ONCE = 2_000;
/** So many different people; further leads are of the same ones. Their words take longest to make. */
const MAX_TEXTS = 10_000;

/** How many, and whose: of `organizations`, all with as many, the named one has two agents who are people here. */
export type BulkLeads = {
  organizationId: string;
  agents: { many: string; few: string };
  count: number;
  organizations?: number;
  /** How many of ten leads belong to the agent with many. */
  ofTen?: number;
};

/**
 * Adds this many leads to a database that has none, with statistics for the planner. The agent with few has thirty of an
 * organization's, others the rest. Every 40th has no company, every 400th is on hold, and
 * every 1,500th is Winnifred's.
 */
export async function addLeadsInBulk(
  db: Db,
  { organizationId, agents, count, organizations = 1, ofTen = 8 }: BulkLeads,
): Promise<void> {
  const texts = Math.min(count, MAX_TEXTS);
  const few = Math.max(1, Math.floor(count / organizations / 30));
  await db.transaction((tx) =>
    withoutIndexes(tx, async () => {
      await addTexts(tx, texts);
      for (let first = 0; first < count; first += ROWS_AT_ONCE) {
        const last = Math.min(first + ROWS_AT_ONCE, count) - 1;
        await tx.execute(sql`
        insert into ${leads} (id, organization_id, agent_id, status, status_since, first_name, last_name, email, value,
          company, record, submitted_at, changed_at, read_started_at, confirmed_at, sort_name, sort_company,
          search_text, search_grams, known_email, known_domain, known_company)
        select 'bulk-' || n,
          case when n % ${organizations} = 0 then ${organizationId} else 'org-' || n % ${organizations} end,
          case when place % ${few} = 0 then ${agents.few}
            when place % 10 < ${ofTen} then ${agents.many} else 'agent-' || place % 97 end,
          case when n % 400 = 3 then 'on hold' else status end, at, first_name, last_name, email,
          case when n % 3 > 0 then (n * 31) % 100000 end, company,
          jsonb_build_object('standard', '{}'::jsonb, 'custom', jsonb_build_object('companyName', company)),
          at, at, at, at, sort_name, sort_company, search_text, search_grams, known_email, known_domain, known_company
        from generate_series(${first}::bigint, ${last}::bigint) n
        join texts on number = n % ${texts},
        lateral (select timestamptz '2026-01-01Z' + (n * 7919) % 31536000 * interval '1 second' as at,
          n / ${organizations} as place)
        order by n`);
      }
    }),
  );
  await db.execute(sql`analyze ${leads}`);
}

/** Makes the companies of leads that were added in bulk known to the organization. */
export async function addCompaniesInBulk(
  db: Db,
  { organizationId, count }: { organizationId: string; count: number },
): Promise<void> {
  const texts = Math.min(count, MAX_TEXTS);
  for (let first = 0; first < texts; first += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, texts - first);
    const rows = Array.from({ length: size }, (_, index) => toText(first + index));
    await recordCompanies(
      db,
      rows.map((row) => ({ organizationId, knownCompany: row.known_company })),
    );
  }
  await db.execute(sql`analyze ${knownCompanies}`);
}

const indexesSchema = z.object({ rows: z.array(z.object({ name: z.string(), definition: z.string() })) });

/** Builds the indexes afterwards, at once: the same rows, in a fraction of the time. */
async function withoutIndexes(tx: Db, add: () => Promise<void>): Promise<void> {
  const indexes = indexesSchema.parse(
    await tx.execute(sql`select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'leads' and indexname <> 'leads_pkey'`),
  ).rows;
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  await add();
  for (const { definition } of indexes) await tx.execute(sql.raw(definition));
}

/** A table of names, addresses and companies, gone at the end of the transaction. */
async function addTexts(tx: Db, count: number): Promise<void> {
  await tx.execute(sql`
    create temp table texts (number bigint primary key, first_name text, last_name text, email text, company text,
      status text, sort_name text, sort_company text, search_text text, search_grams integer[],
      known_email text, known_domain text, known_company text) on commit drop`);
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, count - first);
    const rows = Array.from({ length: size }, (_, index) => toText(first + index));
    await tx.execute(
      sql`insert into texts select * from jsonb_populate_recordset(null::texts, ${JSON.stringify(rows)}::jsonb)`,
    );
  }
  await tx.execute(sql`analyze texts`);
}

/** A number without any pattern, for each number. */
function scatter(n: number): number {
  let mixed = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function toText(n: number) {
  // Scattered, but the same each time.
  const pick = (list: readonly string[], salt: number) => list[scatter(n * 8 + salt) % list.length] ?? '';
  const first = n % 1_500 === 7 ? 'Winnifred' : pick(FIRST, 1);
  const last = pick(LAST, 2);
  const company = n % 40 === 0 ? null : `${pick(COMPANIES, 3)} ${pick(LAST, 4)} ${n % 1_000}`;
  const email = `${first}.${last}.${n}@mail.example`.toLowerCase();
  const { searchText, searchGrams } = toSearchColumns([first, last, email, company ?? ''].join(' '));
  const { knownEmail, knownDomain, knownCompany } = toStoredKeys({
    email,
    company: company ?? '',
    website: BULK_DOMAIN,
  });
  return {
    number: n,
    first_name: first,
    last_name: last,
    email,
    company,
    status: pick(['pending', 'contacted', 'won', 'lost'], 5),
    sort_name: foldLetters(`${last} ${first}`),
    sort_company: company ? `0${foldLetters(company)}` : '1',
    search_text: searchText,
    search_grams: searchGrams,
    known_email: knownEmail,
    known_domain: knownDomain,
    known_company: knownCompany,
  };
}
