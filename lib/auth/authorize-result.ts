import 'server-only';
import { log } from '@/lib/core/log';
import { reasonOf } from '@/lib/db/reason';
import type { Authorization } from './authorize-sign-in';
import type { Refusal } from './refusal';

/** The user object that next-auth expects. */
type AuthorizeResult = { id: string; refused?: Refusal };

/**
 * Converts the outcome of a sign-in method to what next-auth expects. Unexpected errors are logged and
 * refused: next-auth would put their message into the URL.
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

/** next-auth requires an id on every user. */
const refused = (reason: Refusal): AuthorizeResult => ({ id: 'nobody', refused: reason });
