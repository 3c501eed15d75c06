import { FAMILY_OF, type Field } from './field';
import { toFieldTokens } from './field-tokens';

/**
 * Guesses which field is a consent. The schema does not say (interface 2.2), so its id and labels decide, in
 * the six languages of such portals. A wrong guess only means that a tick is not restored after a reload, or
 * is restored when it should not be: it never changes what is sent.
 */

/** Indicate consent in any field. */
const CONSENT =
  /\bconsent|\bopt(?:ed|s|ing)? ?in\b|\bgdpr\b|einwillig|\bdsgvo\b|\brgpd\b|\blgpd\b|\blopd\b|同意|承諾|オプトイン/u;

/** Indicate consent in a yes/no question. */
const AGREED = [
  /\bagree[sd]?\b|\bpermission\b|\b(?:may|can|happy to) (?:we |i |be )?contact/u,
  /\baccept(?:s|ed)?\b.*\b(?:terms|conditions|privacy|contact)|\bprivacy\b|\bterms (?:and|&|of) /u,
  /\bauthori[sz]e[sd]?\b.*\b(?:contact|share|data|us)\b/u,
  /zustimm|\bstimm\w* .*\bzu\b|einverstand|datenschutz|\berlaubnis\b|\bdarf\b.*kontaktier|\bakzeptier/u,
  /\baccepte[snz]?\b|\bson accord\b|\bd accord\b|\bautorise|\bconfidentialite\b/u,
  /\bacept(?:o|a|an|ado|amos)\b|\bde acuerdo\b|\bautoriz|\bprivacidad\b/u,
  /\baceit(?:o|a|am|ou|e)\b|\bconcord(?:o|a|am|ou)\b|\bconsinto\b|\bprivacidade\b/u,
  /了承|許諾|プライバシー|個人情報/u,
];

/** True if the field asks for consent. `labels` are all its labels. */
export function isConsent({
  id,
  kind,
  labels,
}: Pick<Field, 'id' | 'kind'> & { labels: readonly string[] }): boolean {
  const tokens = [id, ...labels].map(toFieldTokens);
  if (FAMILY_OF[kind] === 'choice') return tokens.some((text) => CONSENT.test(text));
  if (kind !== 'boolean') return false;
  return tokens.some((text) => [CONSENT, ...AGREED].some((pattern) => pattern.test(text)));
}
