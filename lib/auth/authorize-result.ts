import 'server-only';
import { log } from '@/lib/core/log';
import { reasonOf } from '@/lib/db/reason';
import type { Authorization } from './authorize-sign-in';
import type { Refusal } from './refusal';

/** What next-auth takes for a user. */
type AuthorizeResult = { id: string; refused?: Refusal };

/**
 * What a way of signing in came to, as next-auth takes it. What nobody foresaw is told to the log and refused:
 * next-auth would put its message into the address.
 */
export async function toAuthorizeResult(admission: () => Promise<Authorization>): Promise<AuthorizeResult> {
  try {
    const admitted = await admission();
    return 'personId' in admitted ? { id: admitted.personId } : refused(admitted.refused);
  } catch (error) {
    log().error('signin.failed', { reason: reasonOf(error) });
    return refused('failed');
  }
}

/** next-auth wants an id of everybody. */
const refused = (reason: Refusal): AuthorizeResult => ({ id: 'nobody', refused: reason });
