import { expect, it } from 'vitest';
import { awaitDatabase, DatabaseUnavailableError } from './await-database';

const failing = (code?: string) => Object.assign(new Error('postgres://user:hunter2@host'), { code });

it.each([
  ['nobody listens', 'ECONNREFUSED'],
  ['the name is not known yet', 'EAI_AGAIN'],
  ['it is starting up', '57P03'],
  ['it has too many connections', '53300'],
  ['the connection breaks', undefined],
])('waits for a database that is starting: %s', async (_, code) => {
  let tries = 0;
  const connect = async () => {
    tries += 1;
    if (tries < 3) throw failing(code);
  };
  await awaitDatabase(connect, { pauseMs: 1 });
  expect(tries).toBe(3);
});

it('gives up eventually, with a message that says what to do and reveals no secret', async () => {
  const gone = awaitDatabase(() => Promise.reject(failing('ECONNREFUSED')), { timeoutMs: 5, pauseMs: 1 });
  await expect(gone).rejects.toThrow(DatabaseUnavailableError);
  await expect(gone).rejects.toThrow(
    'The database hasn’t responded for 0 seconds (ECONNREFUSED). Start it, or check DATABASE_URL.',
  );
});

it('does not say "Start it" of a host name that does not resolve', async () => {
  const gone = awaitDatabase(() => Promise.reject(failing('ENOTFOUND')), { timeoutMs: 5, pauseMs: 1 });
  await expect(gone).rejects.toThrow(
    'The database hasn’t responded for 0 seconds (ENOTFOUND). Its host name doesn’t resolve: correct it in DATABASE_URL',
  );
});

it.each([
  ['28P01', 'The database denies access (28P01). Correct the user or password in DATABASE_URL'],
  ['28000', 'The database denies access (28000). Correct the user or password in DATABASE_URL'],
  ['3D000', 'There is no database of that name (3D000). Create it'],
])('does not wait where that cannot help: %s', async (code, text) => {
  let tries = 0;
  const refused = awaitDatabase(() => {
    tries += 1;
    return Promise.reject(failing(code));
  });
  await expect(refused).rejects.toThrow(text);
  expect(tries).toBe(1);
});

it('leaves every other error unchanged', async () => {
  const broken = failing('42P01');
  await expect(awaitDatabase(() => Promise.reject(broken))).rejects.toBe(broken);
});

it('finds the reason in the database layer’s wrapper', async () => {
  const wrapped = new Error('query failed', { cause: failing('28P01') });
  await expect(awaitDatabase(() => Promise.reject(wrapped))).rejects.toThrow(DatabaseUnavailableError);
});
