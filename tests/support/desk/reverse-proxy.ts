import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '@/scripts/lib/child';
import { freePort } from '@/scripts/lib/ports';
import type { DeskProcess } from './desk-process';
import { isListening } from './pooler';
import { until } from './until';

/** A real reverse proxy before web processes. */
export type ReverseProxy = { url: string; stop(): Promise<void> };

export type ProxyProgram = 'nginx' | 'caddy';

/** Debian installs nginx where only root looks for programs. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Whether the program is on this machine. */
export const hasProxy = (program: ProxyProgram) =>
  spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { env: ENV }).status === 0;

type Place = { folder: string; port: number; webs: readonly DeskProcess[] };

/** Starts it with the configuration that operators are given; only addresses and the certificate differ. */
export async function startReverseProxy(
  program: ProxyProgram,
  webs: readonly DeskProcess[],
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-proxy-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const child = startChild({
    name: program,
    command: program,
    args: CONFIGURE[program]({ folder, port, webs }),
    env: { ...ENV, DESK_HOST: `http://:${port}`, HOME: folder },
    logFile: join(folder, 'log'),
  });
  await until(`${program} listens`, () => {
    if (child.hasEnded()) throw new Error(child.tail());
    return isListening(port);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each writes its files and returns the arguments of the program. */
const CONFIGURE = {
  nginx({ folder, port, webs }: Place): string[] {
    const [proxy = '', desk = ''] = [
      ...readFileSync('docs/operating.md', 'utf8').matchAll(/^ *```nginx\n(.*?)^ *```/gms),
    ].map(([, block = '']) => block);
    writeFileSync(join(folder, 'desk-proxy.conf'), proxy);
    const site = withPorts(desk, ['127.0.0.1:3000', '127.0.0.1:3001'], webs)
      .replace('443 ssl', `127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*\n/gm, '');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const lines = [
      ...['daemon off;', `pid ${folder}/pid;`, 'error_log stderr warn;', 'events {}'],
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      ...['http {', 'access_log off;', ...temporary, site, '}'],
    ];
    writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
    return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  },
  caddy({ folder, webs }: Place): string[] {
    const file = withPorts(readFileSync('Caddyfile', 'utf8'), ['web-1:3000', 'web-2:3000'], webs);
    writeFileSync(join(folder, 'Caddyfile'), file.replace('servers {', 'admin off\n\tservers {'));
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
} satisfies Record<ProxyProgram, (place: Place) => string[]>;

/** @throws {Error} if the configuration names other addresses */
function withPorts(text: string, addresses: readonly string[], webs: readonly DeskProcess[]): string {
  return addresses.reduce((changed, address, index) => {
    if (!changed.includes(address)) throw new Error(`The configuration does not name ${address}.`);
    return changed.replace(address, new URL(webs[index]?.url ?? '').host);
  }, text);
}
