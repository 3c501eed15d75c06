import { foldLetters } from '@/lib/core/plain-letters';
import { cutText } from '@/lib/core/text';

/** Enough to tell companies apart. */
const MAX_LENGTH = 100;
/** Longer names are cut before they are read. */
const MAX_READ = 300;

const CONNECTORS = new Set(['and', 'und', 'et']);
/** These may also be the whole or the first part of a name. */
const INNER_CONNECTORS = new Set(['y', 'e']);

/** Legal forms of the countries where the desk's languages are spoken, as they end a name. */
const LEGAL_ENDS = new Set(
  `inc incorporated corp corporation co company ltd limited llc llp lp lllp plc pllc pty pte pc cic
  gmbh mbh ggmbh ag kg kgaa ohg gbr ug haftungsbeschrankt eg ev ek ekfm ekfr eu og se gesmbh partg partgmbb
  sa sas sasu sarl rl eurl snc sci scp sca scop scm selarl gie sprl bvba srl asbl sagl
  sl slu sll sau slne scoop sapi cv spa spr
  ltda limitada lda unipessoal me mei epp eireli ss
  kk gk yk kabushiki kaisha godo
  bv nv ab oy as aps spzoo`.split(/\s+/),
);

/** Those that may also stand before a name. */
const LEGAL_STARTS = new Set(
  'the firma fa societe ste ets etablissements sarl sas sasu eurl sci sca snc sa empresa kk'.split(' '),
);

const JAPANESE =
  /株式会社|有限会社|合同会社|合資会社|合名会社|一般社団法人|公益社団法人|一般財団法人|公益財団法人|特定非営利活動法人|\((?:株|有|同|資|名|社|財)\)/g;

/**
 * The key of a company's name: its letters and digits, without legal form, case, accents, spaces and
 * punctuation. Undefined if fewer than two characters are left. A name that is nothing but a legal form stays.
 */
export function toCompanyKey(name: string): string | undefined {
  const plain = foldName(cutText(name, MAX_READ));
  const tokens = tokensOf(plain.replace(JAPANESE, ' '));
  const distinctive = withoutLegalForms(tokens.length > 0 ? tokens : tokensOf(plain)).join('');
  const key = cutText(distinctive, MAX_LENGTH);
  return key.length < 2 ? undefined : key;
}

/** Folded; "G.m.b.H." is one word. */
function foldName(text: string): string {
  return foldLetters(text)
    .replace(/['’`´]/g, '')
    .replace(/(?<=(?<![\p{L}\p{N}])\p{L})\.\s?(?=\p{L}(?![\p{L}\p{N}]))/gu, '');
}

const tokensOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function withoutLegalForms(named: readonly string[]): string[] {
  const tokens = named.filter(
    (word, index) =>
      named.length === 1 ||
      !(CONNECTORS.has(word) || (INNER_CONNECTORS.has(word) && index > 0 && index < named.length - 1)),
  );
  while (tokens.length > 1 && LEGAL_STARTS.has(tokens[0] ?? '')) tokens.shift();
  while (tokens.length > 1 && LEGAL_ENDS.has(tokens.at(-1) ?? '')) {
    const end = tokens.pop();
    // "S.A. de C.V."
    if (end === 'cv' && tokens.length > 1 && tokens.at(-1) === 'de') tokens.pop();
  }
  return tokens.length > 0 ? tokens : [...named];
}
