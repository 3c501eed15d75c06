import 'server-only';
import type { ServiceError } from '@/lib/service/error';

/** The fields of a create that come from the membership (interface 4, rule 1), without signs and capitals. */
const PAIR_FIELDS = ['agentid', 'partnerorganizationid'];
/** The same in a sentence, and how a service may put it without naming a field: its error body is not shown (section 7). */
const IN_WORDS =
  /\b(?:agent|partner_?organi[sz]ation)_?ids?\b|\bagent\b[^.;!]*\b(?:belongs?|organi[sz]ation)\b|\bpartner organi[sz]ation\b/i;

/**
 * True if a refusal is about the pair of organization and agent that a create was sent with. No answer of an agent
 * can cure it: the pair comes from their membership, and an admin gave it. If the service names fields, those alone
 * decide; else its words do.
 */
export function isAboutPair({
  fieldErrors = {},
  serviceMessage = '',
}: Pick<ServiceError, 'fieldErrors' | 'serviceMessage'>): boolean {
  const named = Object.keys(fieldErrors);
  if (named.length > 0) return named.some((fieldId) => PAIR_FIELDS.includes(plain(fieldId)));
  return IN_WORDS.test(serviceMessage);
}

/** What it said about the pair, as the admin reads it. */
export function pairWords({ fieldErrors = {}, serviceMessage }: ServiceError): string | undefined {
  const [first] = Object.entries(fieldErrors).filter(([fieldId]) => PAIR_FIELDS.includes(plain(fieldId)));
  return first ? `${first[0]}: ${first[1]}` : serviceMessage;
}

/** The last step of a path, without signs and capitals. */
function plain(fieldId: string): string {
  const last = fieldId.split(/[./]/).at(-1) ?? '';
  return last.toLowerCase().replace(/[\s_-]/g, '');
}
