import pg from 'pg';

/** Databases that exist only during a test run, on a PostgreSQL server whose user may create them. */

/** Makes a database on the server of `url` and returns its address; a copy of `template`, which must have no connections. */
export async function createScratchDatabase(
  url: string,
  { name, template }: { name: string; template?: string },
): Promise<string> {
  await run(
    url,
    (quote) => `create database ${quote(name)}${template ? ` template ${quote(template)}` : ''}`,
  );
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Removes a database even while someone is connected to it; needs PostgreSQL 13. */
export async function dropScratchDatabase(url: string, name: string): Promise<void> {
  await run(url, (quote) => `drop database if exists ${quote(name)} with (force)`);
}

async function run(url: string, statement: (quote: (name: string) => string) => string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // Generous: what does not answer must be named.
    query_timeout: 60_000,
  });
  await client.connect();
  await client.query(statement((name) => client.escapeIdentifier(name))).finally(() => client.end());
}
