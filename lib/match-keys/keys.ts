import { toCompanyKey } from './company';
import { toDomainKey } from './domain';
import { toEmailKey } from './email';
import { regionsOfDomains, toPhoneKeys, toStoredPhoneKey } from './phone';

/** What a lead is recognised by, the surest first. */
export const MATCHED_BY = ['email', 'phone', 'domain', 'company'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** How a person or company is reached, as people write it. */
export type Contact = { email?: string; phone?: string; website?: string; company?: string };

/** The columns of a lead or submission that hold its keys. */
export const KNOWN_COLUMNS = ['knownEmail', 'knownPhone', 'knownDomain', 'knownCompany'] as const;

/** The keys that a lead or submission is stored with. */
export type StoredKeys = Record<(typeof KNOWN_COLUMNS)[number], string | null>;

/** The keys of a lead. A domain is that of the website, else that of the email address. */
export function toStoredKeys({ email = '', phone = '', website = '', company = '' }: Contact): StoredKeys {
  const emailKey = toEmailKey(email);
  return {
    knownEmail: emailKey ?? null,
    knownPhone: toStoredPhoneKey(phone, regionsIn({ email, website })) ?? null,
    knownDomain: toDomainKey(website) ?? (emailKey && toDomainKey(emailKey)) ?? null,
    knownCompany: toCompanyKey(company) ?? null,
  };
}

/** The keys to look for: a national number may be one of several regions, the contact's own first. */
export function toSearchKeys(
  { email = '', phone = '', website = '', company = '' }: Contact,
  { regions }: { regions: readonly string[] },
): Record<MatchedBy, string[]> {
  const emailKey = toEmailKey(email);
  const present = (...keys: (string | undefined)[]) => [...new Set(keys.filter((key) => key !== undefined))];
  return {
    email: present(emailKey),
    phone: toPhoneKeys(phone, [...regionsIn({ email, website }), ...regions]),
    domain: present(toDomainKey(website), emailKey && toDomainKey(emailKey)),
    company: present(toCompanyKey(company)),
  };
}

/** By the country of the website and of the mailbox, whoever provides it. */
function regionsIn({ email, website }: { email: string; website: string }): string[] {
  const mailHost = toEmailKey(email)?.split('@').at(-1);
  return regionsOfDomains([toDomainKey(website), mailHost]);
}
