import 'server-only';
import { isLoopback } from '@/lib/core/env';

/** The names of this machine that no external resolver can redirect. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * True if a request was sent to this desk's own address, by its `Host` header. Another site can point its own
 * name at this desk (DNS rebinding); to the browser the two are then one origin, and only this header
 * distinguishes them. Only `Host` counts: a client can set `X-Forwarded-Host` to anything.
 *
 * @param appUrl the desk's one public address. On localhost all its names with the same port are the desk's
 */
export function isOwnHost(host: string | null, appUrl: string): boolean {
  if (host === null) return false;
  const { protocol, hostname, port } = new URL(appUrl);
  const names = isLoopback(appUrl) ? LOOPBACK_NAMES : [hostname];
  const ports = port === '' ? ['', `:${DEFAULT_PORTS[protocol]}`] : [`:${port}`];
  const asked = host.toLowerCase();
  return names.some((name) => ports.some((end) => asked === `${name}${end}`));
}
