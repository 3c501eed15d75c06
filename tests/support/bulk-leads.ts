import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '../../lib/db/handle';
import { leads } from '../../lib/db/schema/leads';
import { toSearchColumns } from '../../lib/leads/search-words';

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
const ROWS_AT_ONCE = 2_000;

/**
 * Adds this many leads of an organization, with statistics for the planner. Four of five belong to the agent
 * with many, thirty to the one with few, the rest to others. Every 40th has no company, every 400th is on hold, and every 1,500th is
 * Winnifred's.
 */
export async function addLeadsInBulk(
  db: Db,
  {
    organizationId,
    agents,
    count,
  }: { organizationId: string; agents: { many: string; few: string }; count: number },
): Promise<void> {
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, count - first);
    const rows = Array.from({ length: size }, (_, index) => {
      const n = first + index;
      const isFew = n % Math.max(1, Math.floor(count / 30)) === 0;
      const agentId = isFew ? agents.few : n % 5 === 0 ? `agent-${n % 97}` : agents.many;
      return toRow(n, { organizationId, agentId });
    });
    await db.execute(sql`
      insert into ${leads} (id, organization_id, agent_id, status, status_since, first_name, last_name, email, value,
        company, record, submitted_at, changed_at, read_started_at, confirmed_at, sort_name, sort_company,
        search_text, search_grams)
      select id, organization_id, agent_id, status, at, first_name, last_name, email, value, company,
        jsonb_build_object('standard', '{}'::jsonb, 'custom', jsonb_build_object('companyName', company)),
        at, at, at, at, sort_name, sort_company, search_text, search_grams
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id text, organization_id text, agent_id text, status text, at timestamptz, first_name text, last_name text,
        email text, value numeric, company text, sort_name text, sort_company text, search_text text,
        search_grams integer[])`);
  }
  await db.execute(sql`analyze ${leads}`);
}

/** A number without any pattern, for each number. */
function scatter(n: number): number {
  let mixed = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function toRow(n: number, owner: { organizationId: string; agentId: string }) {
  // Scattered, but the same each time.
  const pick = (list: readonly string[], salt: number) => list[scatter(n * 8 + salt) % list.length] ?? '';
  const first = n % 1_500 === 7 ? 'Winnifred' : pick(FIRST, 1);
  const last = pick(LAST, 2);
  const company = n % 40 === 0 ? null : `${pick(COMPANIES, 3)} ${pick(LAST, 4)} ${n % 1_000}`;
  const email = `${first}.${last}.${n}@mail.example`.toLowerCase();
  const { searchText, searchGrams } = toSearchColumns([first, last, email, company ?? ''].join(' '));
  return {
    id: `bulk-${n}`,
    organization_id: owner.organizationId,
    agent_id: owner.agentId,
    status: n % 400 === 3 ? 'on hold' : pick(['pending', 'contacted', 'won', 'lost'], 5),
    at: new Date(Date.UTC(2026, 0, 1) + ((n * 7_919) % 31_536_000) * 1_000).toISOString(),
    first_name: first,
    last_name: last,
    email,
    value: n % 3 === 0 ? null : (n * 31) % 100_000,
    company,
    sort_name: `${last} ${first}`.toLowerCase(),
    sort_company: company ? `0${company.toLowerCase()}` : '1',
    search_text: searchText,
    search_grams: searchGrams,
  };
}
