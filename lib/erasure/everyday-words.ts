import { foldedWords } from './fold';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** What mailboxes and departments are called. Folded. */
const OFFICE = setOf(`
  admin administrator contact contacto contato kontakt hello help info information mail office post sales service support
  team vertrieb verkauf einkauf welcome department abteilung zentrale empfang buero buro purchasing procurement marketing
  finance accounting buchhaltung ventes compras vendas ventas achats
`);

/** What people type who have no name to type. Some are called so: Guest, Partner. Folded. */
const PLACEHOLDERS = setOf(`
  test tests tester testing teste prueba essai user users usuario utilisateur nutzer demo dummy sample example beispiel
  name names vorname nachname nombre apellido apellidos nom prenom nome sobrenome first last firstname lastname unknown
  unbekannt inconnu desconocido desconhecido none kein keine null nobody someone anonymous anonym xxx tbd co company firma
  customer client cliente kunde lead partner guest
`);

/** First and last names that are words of many texts, too. Folded. */
const EVERYDAY = setOf(`
  will may mark price bill grant hope grace faith joy rose june april august summer chase rob drew pat sue art miles dean
  frank max guy jack page day long short young old new best good green white black brown gray grey king stone field wood
  hill banks bush rich early small little sharp sweet love power case cash bond chance hunter carter baker cook
  ernst frei klein lange kurz gross alt neu jung schnell richter blanc petit grand bon luz paz sol blanco rico bueno
`);

/** What stands in a field for a name if there is none. Not "Na", which is a name. */
const NO_NAME = /^(?:n\s?\/\s?a|n\.\s?a\.?|n\.\s?n\.?|[-–—.?*]+)$/i;
/** The same in that of a first name: some are called Null or Kein. */
const NO_FIRST_NAME =
  /^(?:none|null|unknown|unbekannt|inconnue?|desconocid[oa]|desconhecid[oa]|keine?|xx+|tbd)$/i;

/** Whether a last name says that there is none. */
export const isNoName = (text: string): boolean => NO_NAME.test(text.trim());

/** Whether a first name says that there is none: `n/a`. */
export const isNoFirstName = (text: string): boolean => isNoName(text) || NO_FIRST_NAME.test(text.trim());

/** Whether a folded word is what a mailbox or a department is called. */
export const isOfOffice = (word: string): boolean => OFFICE.has(word);

/** Whether a text is of words that nobody is called, or of single letters: `R&D`, "Test User". */
export const isNoPerson = (text: string): boolean =>
  foldedWords(text).every((word) => OFFICE.has(word) || PLACEHOLDERS.has(word) || /^[a-z]$/.test(word));

/** Whether a name is of words of many texts alone, so that it is one only where it is written as one. */
export const isEveryday = (name: string): boolean =>
  foldedWords(name).every((word) => EVERYDAY.has(word) || isNoPerson(word));
