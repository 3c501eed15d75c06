import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { awaitDatabase } from '@/lib/db/await-database';
import { connectProblemOf } from '@/lib/db/connect-problem';
import { openPool } from '@/lib/db/pool';
import { startTestMailServer } from '@/tests/support/mail';
import { SECRETS } from '@/tests/support/setup-checks';
import { inspectDatabase } from './inspect-database';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A server that answers the first message of each connection with `response`; returns its URL. */
async function serve(response: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => response(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  return `postgres://desk:${SECRETS.DATABASE_PASSWORD}@127.0.0.1:${port}/desk`;
}

/** An error message in PostgreSQL's protocol. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const refusing = (code: string, message: string) => serve((socket) => socket.end(refusal(code, message)));

/** Accepts TLS, with the expired certificate of the test mail server. */
async function outdated(): Promise<string> {
  const secured = await startTestMailServer({ secure: true });
  open.push(secured);
  return serve((socket) => {
    socket.write('S');
    const other = connect({ port: secured.port, host: '127.0.0.1' });
    other.on('error', () => {});
    socket.pipe(other).pipe(socket);
  });
}

const noEncryption = 'no pg_hba.conf entry for host "192.0.2.1", user "desk", database "desk", no encryption';

/** What is wrong with a server, how to get one like that, and the expected cause. */
const SERVERS: [string, string, () => Promise<string>][] = [
  ['has an old certificate', 'certificate-expired', async () => `${await outdated()}?sslmode=require`],
  [
    'has no TLS',
    'database-no-tls',
    async () => `${await serve((socket) => socket.write('N'))}?sslmode=require`,
  ],
  ['takes only secured connections', 'database-needs-tls', () => refusing('28000', noEncryption)],
  [
    'is a pooler',
    'database-pooler',
    () => refusing('08P01', 'unsupported startup parameter: statement_timeout'),
  ],
  ['does not know the user', 'database-refuses', () => refusing('28P01', 'password authentication failed')],
  ['has no such database', 'database-unknown', () => refusing('3D000', 'database "desk" does not exist')],
  [
    'is named with a file that is not there',
    'database-file',
    async () => 'postgres://desk@127.0.0.1:1/desk?sslmode=verify-full&sslrootcert=/no/such/ca.pem',
  ],
];

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-other-name'],
  ['ENOTFOUND', 'unknown-host'],
  ['ECONNREFUSED', 'away'],
  ['57P03', 'away'],
  ['42501', 'no-rights'],
])('%s is read as %s', (code, problem) => {
  expect(connectProblemOf(Object.assign(new Error('broken'), { code }))).toEqual({ problem, code });
});

describe('an unusable database server is reported with its cause', () => {
  it.each(SERVERS)('by the doctor: it %s', async (_, code, address) => {
    const { found } = await inspectDatabase({ DATABASE_URL: await address(), DATA_DIR: '.data' });
    expect(found).toMatchObject({ kind: 'closed', finding: { state: 'bad', causes: [{ code }] } });
    expect(JSON.stringify(found)).not.toContain(SECRETS.DATABASE_PASSWORD);
  });

  it.each(SERVERS)(
    'at the start, without waiting for what cannot resolve: it %s',
    async (_, code, address) => {
      const url = await address();
      const started = awaitDatabase(async () => {
        const pool = openPool(url, {
          role: 'test',
          max: 1,
          connectMs: 2_000,
          statementMs: 1_000,
          silenceMs: 2_000,
        });
        await pool.query('select 1').finally(() => pool.end());
      });
      await expect(started, code).rejects.toThrow(
        /^(The database denies access|There is no database of that name) \([\w ]+\)\. [A-Z].+\.$/,
      );
    },
  );
});
