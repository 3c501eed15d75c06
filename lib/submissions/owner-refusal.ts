import 'server-only';
import { holdsWord } from '@/lib/core/text';
import type { Field } from '@/lib/forms/field';
import { placeRefusal } from '@/lib/forms/place-refusal';
import type { ServiceError } from '@/lib/service/error';

type Refused = Pick<ServiceError, 'serviceMessage'> & { fieldErrors?: Record<string, string> };
type Named = Pick<Field, 'id' | 'label'>;

/** The fields of a create that come from the membership (interface 4, rule 1), in any writing, from the top of the body. */
const OWNER_PATH = /^[/]?(?:agent|partner|(?:partner[\s_-]?)?organi[sz]ation)(?:[\s_-]?id)?$/i;
/** The same in a sentence, and not as part of a longer path or key. */
const OWNER =
  /(?<![\w.[\]/-])(?:agents?|partner[\s_-]?organi[sz]ations?|organi[sz]ation[\s_-]?id)(?:[\s_-]?id)?(?![\w[/-]|\.\w)/i;
const REJECTED =
  /\bnot (?:found|known|active|valid|allowed|authori[sz]ed|permitted|a member)\b|n[’']t (?:exist|belong)|\bnot (?:exist|belong)\b|\b(?:unknown|invalid|inactive|disabled|mismatch|no such|unrecogni[sz]ed)\b/i;
/** A lead that somebody else registered before is the agent's to know, whoever has it. */
const TAKEN = /\b(?:already|duplicates?|claimed)\b/i;

/**
 * Whether a refusal is about the owner (organization and agent) that a create was sent with. An agent's
 * answers cannot fix it: the owner comes from their membership, which an admin assigned. If the service names
 * fields, only those decide; otherwise its sentences do, except those about a field of the form: one with an id of the
 * owner, or one that rejects an agent or partner organization. In doubt it is not about the owner: the agent reads the words.
 *
 * @param fields of the portal's form, as far as the desk has read them
 * @param owner the ids that were sent
 */
export function isAboutOwner(
  { fieldErrors = {}, serviceMessage }: Refused,
  fields: readonly Named[] = [],
  owner: readonly string[] = [],
): boolean {
  const named = Object.keys(fieldErrors);
  if (named.length > 0) return named.some((name) => isOfOwner(name, fields));
  const { general } = placeRefusal({ message: serviceMessage, fieldErrors: {} }, fields);
  return general.some(
    (sentence) =>
      (OWNER.test(sentence) && REJECTED.test(sentence) && !TAKEN.test(sentence)) ||
      owner.some((id) => holdsWord(sentence, id)),
  );
}

/** The service's words about the owner, for the admin. */
export function ownerMessage({ fieldErrors = {}, serviceMessage }: Refused): string | undefined {
  const [first] = Object.entries(fieldErrors).filter(([name]) => OWNER_PATH.test(name));
  return first ? `${first[0]}: ${first[1]}` : serviceMessage;
}

/** A field of the form with one of these names belongs to the agent's answers. */
function isOfOwner(name: string, fields: readonly Named[]): boolean {
  return OWNER_PATH.test(name) && !fields.some(({ id }) => id === name);
}
