import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import { domainRules, people } from '@/lib/db/schema/people';
import { domainOf } from './email-domain';

/**
 * Whether a link would be sent: to a known person, to a newcomer admitted by a domain rule, or not at all.
 */
export type AddressClass = 'known' | 'newcomer' | 'unknown';

/**
 * Whether the desk expects this address: known and not disabled, an admin by the settings, or in a domain
 * with a rule. One statement for every address, so that timing reveals nothing.
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
  if (typeof found?.isWelcome === 'boolean') return found.isWelcome ? 'known' : 'unknown';
  if (ADMIN_EMAILS.includes(email)) return 'known';
  return found?.isRuled ? 'newcomer' : 'unknown';
}
