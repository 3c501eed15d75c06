import 'server-only';
import { isIP } from 'node:net';
import type { Env } from '@/lib/core/env';

type Settings = Pick<Env, 'TRUSTED_PROXY_HEADER' | 'TRUSTED_PROXY_HOPS'>;

/**
 * The network that a request comes from, for rate limits: an IPv4 address, or the first 64 bits of an IPv6
 * address, because a client with one of those has all of them. Requests that bypassed the configured proxies
 * have no address, and share one client, `direct`.
 *
 * The last `TRUSTED_PROXY_HOPS` entries of the header are from our own proxies, each of which appends the
 * address of its client. All earlier entries are written by the sender, and are not read.
 *
 * @returns undefined without a configured header: the connection itself comes from a proxy, because the desk
 * does not terminate https, and one shared limit could be used up by anyone
 */
export function clientAddress(
  headers: Pick<Headers, 'get'>,
  { TRUSTED_PROXY_HEADER: name, TRUSTED_PROXY_HOPS: hops }: Settings,
): string | undefined {
  if (name === undefined) return undefined;
  const entries = (headers.get(name) ?? '').split(',');
  return networkOf(entries.at(-hops)?.trim() ?? '') ?? 'direct';
}

function networkOf(entry: string): string | undefined {
  // Some proxies append the port.
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address (`isIP`). The URL parser writes IPv4 parts as groups. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
