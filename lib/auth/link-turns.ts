import 'server-only';
import { createHmac } from 'node:crypto';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { type Limit, takeTurn } from '@/lib/limits/limit';
import { LIMITS } from '@/lib/limits/limits';
import { domainOf } from './email-domain';
import { type AddressClass, classifyAddress } from './expected';

/** Who asks for a link, and for whom. */
export type RequesterTask = {
  email: string;
  /** The network of whoever asks; undefined if nobody knows (`clientAddress`). */
  client: string | undefined;
  /** Whether this address was proved in their browser before. */
  isKnownBrowser: boolean;
};

type Settings = Pick<Env, 'ADMIN_EMAILS' | 'DEMO' | 'APP_SECRET'>;

/** Networks are counted in so many rows: somebody may have any number of them, and none is worth a row for ever. */
const CLIENT_BUCKETS = 65_536;
const CLIENT_BUCKETS_PER_ADDRESS = 256;

/**
 * Whether a link may be asked for now. A browser in which the address was proved has turns of its own. All others have
 * those of their network, and then: made-up addresses have an allowance of their own, so that whoever makes them up
 * takes nothing from anybody who is known; who is known has turns by network, and a number altogether that spares their
 * mailbox. As many statements for an address that nobody has as for one that is known.
 */
export async function mayRequestLink(db: Db, task: RequesterTask, settings: Settings): Promise<boolean> {
  const { email, client, isKnownBrowser } = task;
  const has = async (limit: Limit, subject: string) => (await takeTurn(db, { limit, subject })).allowed;
  if (isKnownBrowser) return has(LIMITS.knownBrowserLink, email);
  const bucket = (of: number) => bucketOf(client, { of, secret: settings.APP_SECRET });
  if (client !== undefined && !(await has(LIMITS.linkClient, bucket(CLIENT_BUCKETS)))) return false;
  const expected = await classifyAddress(db, email, settings);
  const ofTheirOwn = () => has(LIMITS.mailLink, `${email} ${bucket(CLIENT_BUCKETS_PER_ADDRESS)}`);
  // First what only they can use up, then what others can.
  if (expected === 'known') return (await ofTheirOwn()) && (await has(LIMITS.mailbox, email));
  // First what bounds how many rows there may be.
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

/** One of `of` buckets. Keyed, so that nobody can choose a network that shares the bucket of somebody else's. */
function bucketOf(client: string | undefined, { of, secret }: { of: number; secret: string }): string {
  if (client === undefined) return 'anywhere';
  const digest = createHmac('sha256', secret).update(`link client ${client}`).digest();
  return String(digest.readUInt32BE() % of);
}
