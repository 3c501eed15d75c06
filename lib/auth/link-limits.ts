import 'server-only';
import { createHmac } from 'node:crypto';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { consumeLimit, LIMITS, type Limit } from '@/lib/limits/limits';
import { domainOf } from './email-domain';
import { type AddressClass, classifyAddress } from './expected';

/** The requester of a link, and its address. */
export type RequesterInput = {
  email: string;
  /** The requester's network; undefined if unknown (`clientAddress`). */
  client: string | undefined;
  /** Whether this address was proven in the requester's browser before. */
  isKnownBrowser: boolean;
};

type Settings = Pick<Env, 'ADMIN_EMAILS' | 'DEMO' | 'APP_SECRET'>;

/**
 * Networks are hashed into this many rows: an attacker can have any number of networks, and none is worth a
 * permanent row.
 */
const CLIENT_BUCKETS = 65_536;
const CLIENT_BUCKETS_PER_ADDRESS = 256;

/**
 * Whether a link may be requested now. A browser in which the address was proven has its own limit. All
 * others share the limit of their network, and then: unknown addresses have a separate allowance, so that
 * made-up addresses take nothing from known people; known people have a limit per network, and a total that
 * protects their mailbox. Known and unknown addresses take the same number of statements.
 */
export async function mayRequestLink(db: Db, task: RequesterInput, settings: Settings): Promise<boolean> {
  const { email, client, isKnownBrowser } = task;
  const has = async (limit: Limit, subject: string) => (await consumeLimit(db, { limit, subject })).allowed;
  if (isKnownBrowser) return has(LIMITS.knownBrowserLink, email);
  const bucket = (of: number) => bucketOf(client, { of, secret: settings.APP_SECRET });
  if (client !== undefined && !(await has(LIMITS.linkClient, bucket(CLIENT_BUCKETS)))) return false;
  const expected = await classifyAddress(db, email, settings);
  const ofTheirOwn = () => has(LIMITS.mailLink, `${email} ${bucket(CLIENT_BUCKETS_PER_ADDRESS)}`);
  // The requester's own limit first, then the shared ones.
  if (expected === 'known') return (await ofTheirOwn()) && (await has(LIMITS.mailbox, email));
  // First the limit that bounds the number of rows.
  return (await has(...allowanceOf(expected, email))) && ofTheirOwn();
}

function allowanceOf(
  expected: Exclude<AddressClass, 'known'>,
  email: string,
): [limit: Limit, subject: string] {
  return expected === 'newcomer'
    ? [LIMITS.newcomerLinks, domainOf(email)]
    : [LIMITS.strangerLinks, 'everybody'];
}

/**
 * One of `of` buckets. Keyed with the secret, so that an attacker cannot choose a network in another
 * network's bucket.
 */
function bucketOf(client: string | undefined, { of, secret }: { of: number; secret: string }): string {
  if (client === undefined) return 'anywhere';
  const digest = createHmac('sha256', secret).update(`link client ${client}`).digest();
  return String(digest.readUInt32BE() % of);
}
