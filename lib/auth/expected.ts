import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { domainRules, people } from '@/lib/db/schema/people';
import { domainOf } from './email-domain';

/** Whom a link by mail would reach: somebody who is known here, a stranger whom a domain's rule lets in, or nobody. */
export type AddressClass = 'known' | 'newcomer' | 'nobody';

/**
 * Whether the desk expects somebody with that address: known and not disabled, an admin by the settings, or of a domain
 * with a rule. One statement, the same for every address: how long it takes tells nobody anything.
 */
export async function classifyAddress(
  db: Db,
  email: string,
  { ADMIN_EMAILS, DEMO }: Pick<Env, 'ADMIN_EMAILS' | 'DEMO'>,
): Promise<AddressClass> {
  const person = db
    .select({
      isWelcome: sql<boolean>`${people.disabledAt} is null and (${DEMO}::boolean or not ${people.isDemo})`,
    })
    .from(people)
    .where(eq(people.email, email));
  const rule = db
    .select({ one: sql`1` })
    .from(domainRules)
    .where(eq(domainRules.domain, domainOf(email)));
  const [found] = await db
    .select({ isWelcome: sql<boolean | null>`(${person})`, isRuled: sql<boolean>`exists (${rule})` })
    .from(sql`(select 1) as one`);
  if (typeof found?.isWelcome === 'boolean') return found.isWelcome ? 'known' : 'nobody';
  if (ADMIN_EMAILS.includes(email)) return 'known';
  return found?.isRuled ? 'newcomer' : 'nobody';
}
