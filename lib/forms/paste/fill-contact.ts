import { countCharacters } from '@/lib/core/text';
import { FAMILY_OF } from '../field';
import { toFieldTokens } from '../field-tokens';
import type { FormField, FormModel } from '../form-model';
import { type InputValues, isBlank } from '../input-values';
import type { Contact } from './contact';
import { countryCode, countryWords } from './countries';

const JOB_TITLE =
  /^(?:job ?title|title|position|role|job ?role|job|function|funktion|position|berufsbezeichnung|poste|fonction|titre|cargo|puesto|funcao|役職|職位|肩書き?)$/u;
const COUNTRY = /^(?:country(?: region)?|country code|land|staat|pays|pais|国名?|国・地域)$/u;

/**
 * What a contact adds to a form, by key: only into empty fields, and only what a field can hold. A name is
 * added as a whole: never the last name of one person to the first name of another.
 *
 * @param values what the form holds now
 */
export function fillContact(
  model: FormModel,
  values: InputValues,
  contact: Contact,
): [key: string, value: string][] {
  const byRole = (role: FormField['role']) => model.fields.find((field) => field.role === role);
  const byTokens = (pattern: RegExp) =>
    model.fields.find(
      (field) => !field.role && [field.id, field.label].some((text) => pattern.test(toFieldTokens(text))),
    );
  const wanted: [FormField | undefined, string | undefined][] = [
    ...namesFor(byRole, values, contact),
    [byRole('company'), contact.company],
    [byRole('email'), contact.email],
    [byRole('phone'), contact.phone],
    [byRole('website'), contact.website],
    [byTokens(JOB_TITLE), contact.jobTitle],
    [byTokens(COUNTRY), contact.country],
  ];
  return wanted.flatMap(([field, text]): [string, string][] => {
    if (!field || !text || !isBlank(values[field.key])) return [];
    const value = valueFor(field, text);
    return value === undefined ? [] : [[field.key, value]];
  });
}

type ByRole = (role: FormField['role']) => FormField | undefined;

function namesFor(
  byRole: ByRole,
  values: InputValues,
  { firstName, lastName, fullName }: Contact,
): [FormField | undefined, string | undefined][] {
  const [first, last, full] = [byRole('first-name'), byRole('last-name'), byRole('full-name')];
  const names: [FormField | undefined, string | undefined][] = [
    ...(first
      ? ([
          [first, firstName],
          [last, lastName ?? fullName],
        ] as const)
      : ([[last, fullName ?? lastName]] as const)),
    [full, fullName],
  ].map(([field, text]) => [field, text] as [FormField | undefined, string | undefined]);
  const isOther = ([field, text]: (typeof names)[number]) =>
    field !== undefined && !isBlank(values[field.key]) && String(values[field.key]).trim() !== text;
  return names.some(isOther) ? [] : names;
}

/** The control's value for a text; undefined if the field cannot hold it. */
function valueFor(field: FormField, text: string): string | undefined {
  if (field.consent || field.control === 'checkboxes' || field.control === 'multi-combobox') return undefined;
  if (field.options) return choiceFor(field, text);
  if (FAMILY_OF[field.kind] !== 'text') return undefined;
  return countCharacters(text) <= (field.maxLength ?? Number.POSITIVE_INFINITY) ? text : undefined;
}

/** The choice that means the same: by its words, or as a country in another language. */
function choiceFor({ options = [] }: FormField, text: string): string | undefined {
  const code = countryCode(text);
  const meant = code ? countryWords(code) : new Set([toFieldTokens(text)]);
  const found = options.find(
    ({ value, label, retired }) =>
      !retired && [String(value), label].some((one) => meant.has(toFieldTokens(one))),
  );
  return found && String(found.value);
}
