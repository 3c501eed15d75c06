import type pg from 'pg';

/** Tables that the desk writes on its own, independent of requests. */
const RESTLESS = [
  'heartbeats',
  'jobs',
  'leads',
  'schema_state',
  'service_shared_state',
  'service_health',
  'service_tokens',
  'sessions',
  'full_syncs',
  'webhook_receivers',
];

/**
 * A fingerprint of every row of every table, by table. Equal ones mean that nothing was written in between.
 * Tables that the desk writes on its own are left out, unless named.
 */
export async function footprintOf(
  sql: pg.Pool,
  { also = [] }: { also?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const { rows } = await sql.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !RESTLESS.includes(name) || also.includes(name));
  const printOf = (name: string) =>
    `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print from "${name}" t`;
  const prints = await sql.query<{ name: string; print: string }>(names.map(printOf).join(' union all '));
  return Object.fromEntries(prints.rows.map(({ name, print }) => [name, print]));
}
