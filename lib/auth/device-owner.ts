import 'server-only';
import { eq } from 'drizzle-orm';
import { isSameText, signText } from '@/lib/core/crypto';
import type { Db } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';

/**
 * Names the person whose leads a device keeps. It opens nothing: with it a device without a session learns only
 * whether to delete what it keeps.
 */
export function deviceOwner(personId: string, appSecret: string): string {
  return `${personId}.${signText(personId, { appSecret, purpose: 'device-owner' })}`;
}

/** The person that a device names; undefined if this desk never issued it. */
function readDeviceOwner(value: string | null, appSecret: string): string | undefined {
  const [personId = ''] = value?.split('.') ?? [];
  return isSameText(value ?? '', deviceOwner(personId, appSecret)) ? personId : undefined;
}

/**
 * Whether a device has to delete what it keeps: its person was disabled or is gone, or another one is signed in.
 *
 * @param device what it names; null if it names nobody
 * @param signedIn the person who is signed in on it
 */
export async function hasDeviceEnded(
  db: Db,
  { device, signedIn, appSecret }: { device: string | null; signedIn: string | undefined; appSecret: string },
): Promise<boolean> {
  const personId = readDeviceOwner(device, appSecret);
  if (personId === undefined) return false;
  if (signedIn !== undefined) return signedIn !== personId;
  const [person] = await db
    .select({ disabledAt: people.disabledAt })
    .from(people)
    .where(eq(people.id, personId));
  return !person || person.disabledAt !== null;
}
