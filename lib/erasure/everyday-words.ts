import { foldedWords } from './fold';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** What people type who have no name to type, and what departments and mailboxes are called. Folded. */
const NO_PERSON = setOf(`
  test tests tester testing teste prueba essai user users usuario utilisateur nutzer demo dummy sample example beispiel
  admin administrator name names vorname nachname nombre apellido apellidos nom prenom nome sobrenome first last firstname
  lastname unknown unbekannt inconnu desconocido desconhecido none kein keine null nobody someone anonymous anonym xxx tbd
  co company firma department abteilung zentrale empfang office buero buro team info information contact contacto contato
  kontakt hello help mail post sales service support vertrieb verkauf einkauf purchasing procurement marketing welcome
  finance accounting buchhaltung ventas compras vendas achats ventes customer client cliente kunde lead partner guest
`);

/** What stands in the field of a first name if there is none: its signs and words, folded. */
const NO_NAME =
  /^(?:n a|na|nn|n n|none|null|unknown|unbekannt|inconnue?|desconocid[oa]|desconhecid[oa]|keine?|xx+|tbd)$/;

/** First and last names that are words of many texts, too. Folded. */
const EVERYDAY = setOf(`
  will may mark price bill grant hope grace faith joy rose june april august summer chase rob drew pat sue art miles dean
  frank max guy jack page day long short young old new best good green white black brown gray grey king stone field wood
  hill banks bush rich early small little sharp sweet love power case cash bond chance hunter carter baker cook
  ernst frei klein lange kurz gross alt neu jung schnell richter blanc petit grand bon luz paz sol blanco rico bueno
`);

/** Whether a text is of such words alone, or of single letters: `R&D`. */
export function isNoPerson(text: string): boolean {
  return foldedWords(text).every((word) => NO_PERSON.has(word) || /^[a-z]$/.test(word));
}

/** Whether a first or last name says that there is none: `n/a`. */
export const isNoName = (text: string): boolean => NO_NAME.test(foldedWords(text).join(' '));

/** Whether a folded word is one of many texts, so that it is for the person only together with others. */
export const isEveryday = (word: string): boolean => EVERYDAY.has(word) || NO_PERSON.has(word);

/** Whether a folded word is what nobody is called. */
export const isOfNobody = (word: string): boolean => NO_PERSON.has(word);
