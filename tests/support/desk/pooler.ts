import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Child, startChild } from '@/scripts/lib/child';
import { freePort } from '@/scripts/lib/ports';
import { until } from './until';

/** A real PgBouncer in transaction mode, before each database of the run's server. */
export type Pooler = {
  port: number;
  /** SIGKILL, and a new one on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Debian installs it where only root looks for programs. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Whether the program is on this machine. */
export const hasPooler = () => spawnSync('pgbouncer', ['--version'], { env: ENV }).status === 0;

/** Starts it; it ignores the settings of a session, as PgBouncer must be told for most drivers. */
export async function startPooler(): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-pooler-'));
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(inject('deskPostgres').url);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const config = join(folder, 'pgbouncer.ini');
  const ignored = 'statement_timeout,idle_in_transaction_session_timeout,options';
  const lines = [
    ...['[databases]', `* = host=${hostname} port=${serverPort || 5432}`],
    ...['[pgbouncer]', 'pool_mode = transaction', `ignore_startup_parameters = ${ignored}`],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = trust', `auth_file = ${users}`],
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const begin = async (): Promise<Child> => {
    const child = startChild({
      name: 'PgBouncer',
      command: 'pgbouncer',
      // It does not run as root.
      args: [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), config],
      env: ENV,
      logFile: join(folder, 'log'),
    });
    await until('PgBouncer listens', () => {
      if (child.hasEnded()) throw new Error(child.tail());
      return isListening(port);
    });
    return child;
  };
  let child = await begin();
  return {
    port,
    async restart() {
      child.send('SIGKILL');
      await child.ended;
      child = await begin();
    },
    async stop() {
      child.send('SIGKILL');
      await child.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether something accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
