import { toPlainCharacters } from '@/lib/core/plain-characters';
import { type Contact, toContact, toPart } from './contact';
import { countryCode } from './countries';
import { isNameLike, readName, withoutTitles } from './names';
import { takeEmail, takePhone, takeWebsite } from './numbers-and-addresses';
import { JOB, LABELS, LEGAL_FORM, NOISE, TEAM } from './tokens';

/** A signature has fewer and shorter lines: the rest is not read, so that any text takes the same short time. */
const MAX_LINES = 60;
const MAX_LINE = 300;
const MAX_TEXT = 20_000;

/** A piece of a line between separators, with its number. */
type Piece = { text: string; line: number };

/**
 * What the signature of an email says, by its words and its order. Deterministic; where two interpretations are as
 * good, the part stays empty.
 */
export function readSignature(text: string): Contact {
  const lines = linesOf(text);
  const plainLines = lines.map(toPlainCharacters);
  const email = takeEmail(plainLines.join('\n'));
  const website = takeWebsite(lines, email);
  const phone = takePhone(plainLines);
  const pieces = piecesOf(lines);
  const labelled = readLabels(pieces);
  const plain = pieces.filter(({ text: piece }) => isPlain(piece));
  const fullName = labelled.fullName ?? findName(plain, email);
  const others = plain.flatMap((piece) => withoutName(piece, fullName));
  const { jobTitle, company } = findWork(others, { email, hasName: fullName !== undefined, labelled });
  return toContact({
    ...(fullName && readName(fullName)),
    company,
    jobTitle,
    email,
    phone,
    website,
    country: labelled.country ?? findCountry(pieces),
  });
}

/** The lines of the signature itself: below the marker that mail programs write, if there is one. */
function linesOf(text: string): string[] {
  const lines = text
    .slice(0, MAX_TEXT)
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE).replace(/^[>\s]+/, ''));
  const marker = lines.findIndex((line) => line.trim() === '--');
  return lines
    .slice(marker + 1)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
}

function piecesOf(lines: readonly string[]): Piece[] {
  return lines.flatMap((line, index) =>
    line
      .replace(/\s{3,}|\t/g, '|')
      .split(/[|•▪●]| [·–—/-] /)
      // In Japanese a wide space stands within a name, and between a company, a department and a title.
      .flatMap((piece) => (JOB.test(piece) || LEGAL_FORM.test(piece) ? piece.split('\u3000') : [piece]))
      .flatMap((piece): Piece[] => {
        const part = toPart(piece);
        return part ? [{ text: part, line: index }] : [];
      }),
  );
}

function readLabels(pieces: readonly Piece[]): Contact {
  const found: Contact = {};
  for (const { text } of pieces) {
    for (const [part, label] of LABELS) {
      const value = label.test(text) ? text.replace(label, '').trim() : '';
      if (part !== 'other' && part !== 'website' && value !== '') found[part] ??= value;
    }
  }
  return found;
}

/** Words only: no number, address or label, no greeting and no small print. */
function isPlain(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= 80 &&
    /\p{L}/u.test(text) &&
    !/[\d@０-９]|www\.|:\/\//i.test(text) &&
    !NOISE.test(text) &&
    !LABELS.some(([, label]) => label.test(text))
  );
}

/** How a name is read, behind it. */
const READING = /(?<!\s)\s*[（(][^）)]{0,30}[)）]$/u;

/** What is left of a line beside the name, if that is a title. */
function withoutName(piece: Piece, name: string | undefined): Piece[] {
  if (!name || !piece.text.includes(name)) return [piece];
  const text = piece.text.replace(name, '').replace(/^[\s,;:]+|(?<![\s,;:])[\s,;:]+$/g, '');
  return JOB.test(text) ? [{ ...piece, text }] : [];
}

/** The line that reads like a person's name; what the email address says too counts most. */
function findName(pieces: readonly Piece[], email: string | undefined): string | undefined {
  const mailbox = lettersOf(email?.split('@')[0] ?? '');
  let best: { text: string; score: number } | undefined;
  for (const { text } of pieces.slice(0, 12)) {
    // "Nora Winters, Head of Sales" is a name and more.
    const [head = ''] = text.split(/, (?=\p{L}{4,})/u);
    const name = withoutTitles((JOB.test(text) ? head : text).replace(READING, ''));
    if (!isNameLike(name) || TEAM.test(name) || JOB.test(name) || LEGAL_FORM.test(name) || countryCode(name))
      continue;
    const words = name.split(/\s+/).map(lettersOf);
    const inMailbox = words.filter((word) => word.length > 2 && mailbox.includes(word)).length;
    if (best === undefined || inMailbox > best.score) best = { text: name, score: inMailbox };
  }
  return best?.text;
}

type Work = { email: string | undefined; hasName: boolean; labelled: Contact };

/** Job title and company: by their words, by the address of the email, or by their place below the name. */
function findWork(pieces: readonly Piece[], { email, hasName, labelled }: Work) {
  const domain = lettersOf(email?.split('@')[1]?.split('.')[0] ?? '');
  const isNamedByDomain = (text: string) =>
    domain.length > 2 && (lettersOf(text) === domain || lettersOf(text).startsWith(domain));
  const legal = pieces.find(({ text }) => LEGAL_FORM.test(text) && !isJobOnly(text));
  const titled = pieces.find((piece) => JOB.test(piece.text) && piece !== legal);
  const [title, employer] = divideWork(titled?.text);
  const named = pieces.find((piece) => piece !== titled && isNamedByDomain(piece.text));
  const below =
    hasName && titled
      ? pieces.find(
          (piece) => piece.line === titled.line + 1 && !countryCode(piece.text) && !JOB.test(piece.text),
        )
      : undefined;
  return {
    jobTitle: labelled.jobTitle ?? title,
    company: labelled.company ?? legal?.text ?? named?.text ?? employer ?? below?.text,
  };
}

/** "Partner" and "SE" are in both lists: a title is not the name of a company. */
function isJobOnly(text: string): boolean {
  return JOB.test(text) && !/(?:gmbh|ltd|inc|llc|limited|s\.?a\.?r\.?l|ltda|株式会社)/i.test(text);
}

/** "Head of Sales at Alder", "Head of Sales, Alder": the title, and where. */
function divideWork(text: string | undefined): [title?: string, employer?: string] {
  if (text === undefined) return [];
  const [title, ...employer] = text.split(/ (?:at|bei|chez|@) /u);
  if (title && employer.length === 1) return [title, employer[0]];
  return [text];
}

/** The last line, or the end of one, that is the name of a country. */
function findCountry(pieces: readonly Piece[]): string | undefined {
  for (const { text } of [...pieces].reverse()) {
    const end = text.split(/[,;]/).at(-1)?.trim() ?? '';
    for (const name of [text, end]) if (name.length > 2 && countryCode(name)) return name;
    if (/^(?:usa|uk)$/i.test(end)) return end;
  }
  return undefined;
}

/** A text as it is compared with an address: letters and digits without marks. */
function lettersOf(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
