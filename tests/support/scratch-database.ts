import pg from 'pg';

/** Databases that exist only during a test run, on a PostgreSQL server whose user may create them. */

/** Makes a database on the server of `url` and returns its address; a copy of `template`, which must have no connections. */
export async function createScratchDatabase(
  url: string,
  { name, template }: { name: string; template?: string },
): Promise<string> {
  await run(url, async (client) => {
    const quote = (text: string) => client.escapeIdentifier(text);
    await client.query(
      `create database ${quote(name)} ${template ? `template ${quote(template)} ${await copyFiles(client)}` : ''}`,
    );
  });
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Copying the files takes a third of the time of logging each page. Before PostgreSQL 15 it was the only way. */
async function copyFiles(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Number(rows[0]?.version) >= 150_000 ? 'strategy file_copy' : '';
}

/** Removes a database even while someone is connected to it; needs PostgreSQL 13. */
export async function dropScratchDatabase(url: string, name: string): Promise<void> {
  await run(url, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
  );
}

async function run(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // Generous: what does not answer must be named.
    query_timeout: 60_000,
  });
  await client.connect();
  await work(client).finally(() => client.end());
}
