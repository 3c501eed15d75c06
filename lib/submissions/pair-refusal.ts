import 'server-only';
import type { Field } from '@/lib/forms/field';
import { placeRefusal } from '@/lib/forms/place-refusal';
import type { ServiceError } from '@/lib/service/error';

type Refused = Pick<ServiceError, 'serviceMessage'> & { fieldErrors?: Record<string, string> };
type Named = Pick<Field, 'id' | 'label'>;

/**
 * The fields of a create that come from the membership (interface 4, rule 1), as a path from the top of the
 * body.
 */
const PAIR_PATH = /^[/]?(?:agentId|partnerOrganizationId)$/i;
/** The same names in a sentence: not as part of a longer path or key. */
const PAIR_NAME = /(?<![\w.[\]/-])(?:[Aa]gentId|[Pp]artnerOrganizationId)(?![\w[/-]|\.\w)/;
const ORGANIZATION = '(?:given |partner |partner’s |agent’s )*organi[sz]ation';
const NOT_THERE = '(?:is |was )?(?:unknown|not known|not found|does not exist|could not be found)';
/**
 * How a service may say it without a name: its error body is not specified (section 7). Whole sentences only,
 * since a field of the form may be about agents and organizations, too, and this desk may not have read it
 * yet.
 */
const IN_WORDS = [
  `(?:the |this )?agent (?:does not|doesn’t) belong to (?:the |this |that )?${ORGANIZATION}`,
  `(?:the |this )?agent (?:is |was )?not (?:found |known |a member )?(?:in|of) (?:the |this |that )?${ORGANIZATION}`,
  `(?:the |this )?partner organi[sz]ation ${NOT_THERE}`,
  `(?:unknown|no such) partner organi[sz]ation`,
].map((words) => new RegExp(`^${words}[.!;]?$`, 'i'));

/**
 * Whether a refusal is about the pair of organization and agent that a create was sent with. An agent's
 * answers cannot fix it: the pair comes from their membership, which an admin assigned. If the service names
 * fields, only those decide; otherwise its sentences do, except those about a field of the form. In doubt it
 * is not about the pair: the agent reads the words.
 *
 * @param fields of the portal's form, as far as the desk has read them
 */
export function isAboutPair(
  { fieldErrors = {}, serviceMessage }: Refused,
  fields: readonly Named[] = [],
): boolean {
  const named = Object.keys(fieldErrors);
  if (named.length > 0) return named.some((name) => isOfPair(name, fields));
  const { general } = placeRefusal({ message: serviceMessage, fieldErrors: {} }, fields);
  return general.map((sentence) => sentence.trim().replaceAll("'", '’')).some(isSentenceAboutPair);
}

/** The service's words about the pair, for the admin. */
export function pairWords({ fieldErrors = {}, serviceMessage }: Refused): string | undefined {
  const [first] = Object.entries(fieldErrors).filter(([name]) => PAIR_PATH.test(name));
  return first ? `${first[0]}: ${first[1]}` : serviceMessage;
}

/** A field of the form with one of these names belongs to the agent's answers. */
function isOfPair(name: string, fields: readonly Named[]): boolean {
  return PAIR_PATH.test(name) && !fields.some(({ id }) => id === name);
}

function isSentenceAboutPair(sentence: string): boolean {
  return PAIR_NAME.test(sentence) || IN_WORDS.some((words) => words.test(sentence));
}
