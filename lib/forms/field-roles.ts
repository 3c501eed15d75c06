import { isConsent } from './consent';
import type { Field, FieldKind } from './field';
import { isHidden } from './field-overrides';
import { toFieldTokens } from './field-tokens';

/**
 * What a field of the form is used as. The schema does not say (interface 2.2), so type, id and label decide,
 * in the six languages of such portals; an admin may correct it. A role changes what is shown, found and
 * sorted by, never what is sent. Runs anywhere.
 */

export const FIELD_ROLES = [
  'company',
  'first-name',
  'last-name',
  'full-name',
  'email',
  'phone',
  'website',
  'value',
  'currency',
  'consent',
  'source',
  'close-date',
  'none',
] as const;

export type FieldRole = (typeof FIELD_ROLES)[number];

/** The role of each field, by fieldId. A map, because a fieldId may be `__proto__`. */
export type FieldRoles = ReadonlyMap<string, FieldRole>;

/** What the guess is made from, and whether the field can be hidden. */
export type GuessedField = Pick<Field, 'id' | 'label' | 'kind' | 'placement'> &
  Partial<Pick<Field, 'required'>>;

/** Any number of fields may have these; every other role belongs to one field at most. */
const SHARED: readonly FieldRole[] = ['consent', 'none'];

/** True for a role that one field at most can have. */
export function isExclusive(role: FieldRole): boolean {
  return !SHARED.includes(role);
}

/** The standard fields of the interface (2.1), whose use is not a guess. */
const STANDARD: ReadonlyMap<string, FieldRole> = new Map([
  ['firstName', 'first-name'],
  ['lastName', 'last-name'],
  ['email', 'email'],
  ['value', 'value'],
]);

type Clues = {
  kinds: readonly FieldKind[];
  /** A field of this kind has the role even if no word says so. */
  kind?: FieldKind;
  /** The whole text. */
  whole: RegExp;
  /** A part of the text. */
  part?: RegExp;
  /** Words of another meaning. */
  not?: RegExp;
};

const TEXT: readonly FieldKind[] = ['text'];
const NAMED: readonly FieldKind[] = ['text', 'picklist'];

const CLUES: Partial<Record<FieldRole, Clues>> = {
  company: {
    kinds: NAMED,
    whole:
      /^(?:company|organi[sz]ation|account|business|firm|employer|firma|unternehmen|firmenname|unternehmensname|betrieb|entreprise|societe|raison sociale|empresa|compania|organizacion|razon social|companhia|organizacao|razao social|(?:company|organi[sz]ation|account|business|customer|firm|legal|firmen) name|(?:貴|御|会)?社名?|企業名?|会社名?|法人名|勤務先名?|組織名|団体名)$/u,
    part: /\b(?:company|organi[sz]ation|employer|(?:business|account) name|firma|firmen\w*|unternehmens?\w*|entreprise|societe|raison sociale|empresa|compania|razon social|companhia|razao social|organizacion|organizacao)\b|会社|企業|法人|社名|勤務先/u,
    not: /\b(?:size|employees?|staff|address|street|city|country|region|type|kind|form|industry|sector|phone|tel|telephone|website|web|url|site|domain|e ?mail|mail|id|number|no|revenue|turnover|founded|year|description|owner|contact|registration|register|vat|tax|notes?|partner|referr\w*|your|parent|vendor|branche|große|grosse|mitarbeiter\w*|adresse|umsatz|ort|land|typ|nummer|steuer\w*|taille|secteur|chiffre|effectif|pays|ville|siret|siren|tamano|direccion|empleados|telefono|telefone|sector|ciudad|pais|tamanho|endereco|setor|funcionarios|cidade|cnpj|nif|cif)\b|規模|住所|所在|業種|業界|電話|番号|サイト|メール|従業員|担当|url/u,
  },
  'first-name': {
    kinds: TEXT,
    whole:
      /^(?:first ?name|given ?names?|forename|f ?name|vorname|prenoms?|nombre de pila|primer nombre|primeiro nome|nome proprio|名|お名前 名|下の名前)$/u,
    part: /\b(?:first ?name|given name|forename|vorname|prenom|nombre de pila|primeiro nome)\b|下の名前/u,
    not: /\b(?:last|surname|nachname|nom|apellidos?|sobrenome|partner|referr\w*|your)\b/u,
  },
  'last-name': {
    kinds: TEXT,
    whole:
      /^(?:last ?name|surname|family ?name|l ?name|nachname|familienname|zuname|nom de famille|apellidos?|sobrenome|apelido|姓|氏|苗字|名字)$/u,
    part: /\b(?:last ?name|surname|family name|nachname|familienname|nom de famille|apellidos?|sobrenome|apelido)\b|苗字|名字/u,
    not: /\b(?:first|given|vor(?:name)?|prenom|nombre|nome|maiden|geburts\w*|partner|referr\w*|your)\b/u,
  },
  'full-name': {
    kinds: TEXT,
    whole:
      /^(?:name|full ?name|(?:contact|lead|prospect|person) name|contact(?: person)?|person|decision maker|ansprechpartner(?:in)?|kontakt(?:person)?|vollstandiger name|vor und nachname|nom|nom complet|nom et prenom|prenom et nom|interlocuteur|nombre|nombre completo|nombre y apellidos?|(?:persona de )?contacto|nome|nome completo|nome e sobrenome|(?:pessoa de )?contato|氏名|お?名前|ご?担当者名?)$/u,
    part: /\b(?:full name|contact (?:name|person)|ansprechpartner\w*|kontaktperson|nom complet|nombre completo|persona de contacto|nome completo|pessoa de contat?o)\b|氏名|担当者名/u,
    not: /\b(?:company|firma|unternehmen|entreprise|societe|empresa|account|partner|referr\w*|your|project|product|e ?mail|phone|role|title)\b|役職|会社/u,
  },
  email: {
    kinds: ['email', 'text'],
    kind: 'email',
    whole:
      /^(?:(?:work |business )?e ?mail(?: address| adresse)?|courriel|correo(?: electronico)?|電子?メール(?:アドレス)?)$/u,
    part: /\be ?mail\w*\b|\bcourriel\b|\bcorreo\b|メール/u,
    not: /\b(?:opt|newsletter|partner|referr\w*|your|subject|template|campaign)\b/u,
  },
  phone: {
    kinds: ['phone', 'text', 'integer'],
    kind: 'phone',
    whole:
      /^(?:(?:tele|mobile |work )?phone(?: number)?|mobile(?: number)?|tel|telefon(?:nummer)?|handy(?:nummer)?|rufnummer|mobil(?:nummer)?|telephone(?: portable)?|telefono(?: movil)?|movil|celular|telefone|telemovel|電話(?:番号)?|携帯(?:電話)?(?:番号)?)$/u,
    part: /\b(?:(?:tele)?phone|telefon\w*|mobile number|rufnummer|handynummer|telefono|celular|telefone|telemovel)\b|電話|携帯/u,
    not: /\b(?:fax|platform|model|system|partner|referr\w*|your|second|other|alternat\w*)\b/u,
  },
  website: {
    kinds: ['url', 'text'],
    kind: 'url',
    whole:
      /^(?:(?:company )?(?:web ?site|home ?page)(?: url)?|url|(?:web )?domain|web(?:seite|adresse|auftritt)|internet(?:seite|adresse)|site (?:web|internet)|(?:sitio|pagina) web|web|site|ウェブサイト|web ?サイト|ホームページ(?:url)?)$/u,
    part: /\b(?:web ?site|home ?page|webseite|internetseite|site web|site internet|sitio web|pagina web)\b|ウェブサイト|ホームページ/u,
    not: /\b(?:linked ?in|facebook|twitter|xing|instagram|profile|video|document|drive|calendar|visits?|platform)\b/u,
  },
  value: {
    kinds: ['currency', 'number', 'integer'],
    kind: 'currency',
    whole:
      /^(?:(?:deal |lead |contract |opportunity |estimated |expected )*(?:value|amount|size)|budget|wert|(?:auftrags|deal|vertrags)(?:wert|volumen)|volumen|betrag|montant|valeur|importe|monto|valor|valor estimado|montante|金額|案件金額|見込み?金額|予算)$/u,
    part: /\b(?:(?:deal|contract|opportunity|estimated) (?:value|amount|size)|auftragswert|auftragsvolumen|montant|importe|monto|valor (?:do|del|estimado)\w*)\b|金額/u,
    not: /\b(?:discount|rabatt|cost|commission|provision|per|monthly|hourly|salary|lifetime)\b/u,
  },
  currency: {
    kinds: NAMED,
    whole: /^(?:currency(?: code)?|wahrung|devise|monnaie|moneda|divisa|moeda|通貨(?:コード)?)$/u,
    part: /\b(?:currency|wahrung|devise|monnaie|moneda|moeda)\b|通貨/u,
  },
  source: {
    kinds: ['text', 'picklist', 'multi-picklist'],
    whole:
      /^(?:(?:lead |referral )?source|origin|(?:lead)?quelle|herkunft|source du (?:lead|contact|prospect)|provenance|origine|origen|fuente|fonte|origem|(?:リード|流入)(?:ソース|元|経路)|情報源|きっかけ)$/u,
    part: /\b(?:lead source|how did you (?:hear|find)|leadquelle|origen del|fuente del|origem do|fonte do|source du)\b|流入|リードソース|きっかけ/u,
    not: /\b(?:code|system|data|open)\b/u,
  },
  'close-date': {
    kinds: ['date', 'date-time'],
    whole:
      /^(?:(?:expected |estimated |planned )?clos(?:e|ing)(?: date)?|abschluss(?:datum)?|cloture|cierre|fechamento|fecho|クローズ日|受注予定日|成約予定日|契約予定日)$/u,
    part: /\b(?:expected clos\w*|clos(?:e|ing) date|expected signature|abschluss\w*|cloture|date de signature|cierre|fechamento|fecho)\b|クローズ|受注|成約|契約予定/u,
    not: /\b(?:school|registration|fiscal|first|last)\b/u,
  },
};

/**
 * The role of each field: the admin's if there is one, otherwise guessed. A role that an admin gave to a field
 * is not guessed for another. A hidden field has no role: what is hidden must not be shown as something else.
 * Deterministic; fields without a role have `none`.
 */
export function rolesOf(
  fields: readonly GuessedField[],
  overrides: ReadonlyMap<string, { role?: FieldRole; hidden?: boolean }> = new Map(),
): Map<string, FieldRole> {
  const roles = new Map<string, FieldRole>();
  const taken = new Set<FieldRole>();
  const give = (id: string, role: FieldRole) => {
    if (roles.has(id) || taken.has(role)) return;
    roles.set(id, role);
    if (isExclusive(role)) taken.add(role);
  };
  const shown = fields.filter((field) => !isHidden(field, overrides));
  for (const { id } of shown) {
    const chosen = overrides.get(id)?.role;
    if (chosen) give(id, chosen);
  }
  const guesses = shown
    .flatMap((field) => bestGuess(field) ?? [])
    .sort((one, other) => other.score - one.score);
  for (const { id, role } of guesses) give(id, role);
  return new Map(fields.map(({ id }) => [id, roles.get(id) ?? 'none']));
}

/** The field with a role, if one has it. */
export function fieldWithRole<Listed extends GuessedField>(
  fields: readonly Listed[],
  { role, roles }: { role: FieldRole; roles: FieldRoles },
): Listed | undefined {
  return fields.find(({ id }) => roles.get(id) === role);
}

type Guess = { id: string; role: FieldRole; score: number };

/** The most probable role of a field, regardless of the others; among equals the first of `FIELD_ROLES`. */
function bestGuess(field: GuessedField): Guess | undefined {
  const { id, placement, label } = field;
  const sure = placement === 'standard' ? STANDARD.get(id) : undefined;
  if (sure) return { id, role: sure, score: 100 };
  if (isConsent({ ...field, labels: [label] })) return { id, role: 'consent', score: 50 };
  const texts = [id, label].map(toFieldTokens).filter((text) => text !== '');
  let best: Guess | undefined;
  for (const role of FIELD_ROLES) {
    const score = scoreOf(CLUES[role], { kind: field.kind, texts });
    if (score > (best?.score ?? 0)) best = { id, role, score };
  }
  return best;
}

function scoreOf(
  clues: Clues | undefined,
  { kind, texts }: { kind: FieldKind; texts: readonly string[] },
): number {
  if (!clues?.kinds.includes(kind) || texts.some((text) => clues.not?.test(text))) return 0;
  const ofKind = clues.kind === kind ? 5 : 0;
  const ofWords = texts.map((text) => {
    if (clues.whole.test(text)) return 30;
    return clues.part?.test(text) ? 10 : 0;
  });
  return ofKind + Math.max(0, ...ofWords);
}
