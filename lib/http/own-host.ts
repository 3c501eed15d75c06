import 'server-only';
import { isLoopback } from '@/lib/core/env';

/** The names of this machine that no resolver of somebody else's can give to another one. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * True if a request was sent to this desk's own address, by its `Host` header. A page of another site can point a
 * name of its own at this desk (DNS rebinding); to the browser the two are then one origin, and nothing but this
 * header tells them apart. Only `Host` counts: whoever sends a request writes `X-Forwarded-Host` as they like.
 *
 * @param appUrl the desk's one public address. On this machine all its names of the same port are the desk's
 */
export function isOwnHost(host: string | null, appUrl: string): boolean {
  if (host === null) return false;
  const { protocol, hostname, port } = new URL(appUrl);
  const names = isLoopback(appUrl) ? LOOPBACK_NAMES : [hostname];
  const ports = port === '' ? ['', `:${DEFAULT_PORTS[protocol]}`] : [`:${port}`];
  const asked = host.toLowerCase();
  return names.some((name) => ports.some((end) => asked === `${name}${end}`));
}
