import { foldedWords } from './fold';

/**
 * Usual first names, folded. Of a word that may be anything else nobody can tell whether it belongs to the name behind it:
 * "Ask J. Brandt". So those that begin sentences or are words, such as Mark, Will and Rose, are left out, and the name goes.
 */
const FIRST_NAMES: ReadonlySet<string> = new Set(
  `
  aaron adam adele adrian agnes ahmed aisha alan albert alberto alejandra alejandro alessandra alessandro alex alexander
  alexandra alexandre alfonso alfred ali alice alicia alina amanda amelie amir ana andre andrea andreas andres andrew angela
  anita anja anke anna annalena anne annette annika anthony antje anton antonia antonio arthur astrid axel barbara beate
  beatrice beatriz benedikt benjamin bernard bernd bernhard bettina birgit bjoern bjorn brian brigitte bruno camila camille
  carina carl carla carlos carmen carolin carolina caroline carsten caterina catherine cecilia charles charlotte chloe
  christa christiane christina christine christoph christophe christopher clara claudia claudio clemens constanze cornelia
  cristina daniel daniela danielle david debora deborah denis dennis diego dieter dietmar dirk dominik dominique donald
  dorothea eduardo edward eleonora elena elias elisa elisabeth elizabeth elke ellen emil emilia emily emma enrique eric erik
  erika esther eva fabian fabio fatima felipe felix ferdinand fernando filippo florence florian francesca francesco francisco
  francois francoise franz franziska frederic frederik friedrich fritz gabriel gabriela gabriele gabrielle georg george
  gerald gerd gerhard gertrud giorgio giovanni giulia giuseppe gloria gregor gregory guillaume guillermo gunnar gunter
  guenter guenther gustav hannah hannelore hanna hanne hannes hans harald hassan heike heiko heinrich heinz helen helena helene
  helga helmut hendrik henri henrik henry herbert hermann hilde holger horst hubert hugo ibrahim ida ilse ines inga inge
  ingo ingrid irene iris isabel isabella isabelle ivan jacqueline jacques jakob james jan jana janina jasmin javier jean
  jeanne jennifer jens jeremy jessica jesus joachim joana joanna joao joerg johann johanna johannes john jonas jonathan
  jorge josef joseph jose josefina joshua juan judith juergen jurgen julia julian juliana julie julien justin karen karin
  karina karl karla karsten katarina katharina katherine kathrin katja katrin kenneth kerstin kevin klaus konrad konstantin
  kristin kristina kurt larissa lars laura laurent leonard leonardo leonie linda lisa lorenzo louis louise luca lucas lucia
  luciana ludwig luigi luis luisa lukas lutz lydia magdalena maja manfred manuel manuela marc marcel marcelo marco marcos
  marcus mareike margaret margarete margarita maria mariana marianne marie marina mario marion markus marlene marta martha
  martin martina mateo mathias mathieu mathilde matteo matthew matthias mauricio maximilian melanie mercedes meike michael
  michaela michel michele michelle miguel mikael mirjam mohamed mohammed monica monika monique nadine nadja natalia natalie
  nicholas nicola nicolas nicole nikolaus nina nora norbert olaf oliver olivia olivier oskar otto pablo paola paolo pascal
  patricia patrick patrizia paul paula paulo pedro peter petra philip philipp philippe pierre rafael rainer ralf ramona
  raphael raquel rebecca rebekka regina reinhard renate ricardo riccardo richard rita robert roberta roberto rodrigo roger
  roland rolf roman ronald rosemarie ruben rudolf ruediger rudiger ruth sabine samuel sandra santiago sara sarah sascha
  sebastian sergio siegfried sigrid silke silvia simon simone sofia sonja sophia sophie stefan stefanie stefano stephan
  stephanie stephen steven susan susana susanne svenja sven sylvia tanja teresa theo theodor theresa therese thierry thomas
  thorsten tobias torsten udo ulrich ulrike ursula ute valentin valentina valerie vanessa vera veronica veronika victoria
  vincent virginie viktoria volker walter waltraud wanda werner wilhelm william winfried wolfgang xavier yves yvonne
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** As much of a text as another first name, with initials, takes. */
export const AROUND = 60;

const END = String.raw`(?![\p{L}\p{M}\p{N}])`;
/** "Karl " of "Karl J. Brandt", "Karl M. " of "Karl M. J. Brandt", "karl-" of `karl-j-brandt.csv`. Nothing of two lines, or of a list. */
const BEFORE =
  /(?<![\p{L}\p{M}\p{N}])(?<given>\p{L}[\p{L}\p{M}]+)(?<between>[ \u00a0]{1,2}|[_-])(?:\p{L}(?:\.|(?![\p{L}\p{M}\p{N}]))[ \u00a0_-]{0,2})*$/u;
/** " Maria" of "Brandt, Ada Maria". */
const AFTER = new RegExp(String.raw`^(?<between>[ \u00a0]{1,2}|[_-])(?<given>\p{L}[\p{L}\p{M}]+)${END}`, 'u');

/**
 * Whether what stands beside a full name makes it a part of the longer one of somebody else: "Karl J. Brandt" is not
 * J. Brandt, "Hans-Karl Berg" not Karl Berg, and "Brandt, Ada Maria" not Ada Brandt.
 *
 * @param own the folded words of all first names of the person
 */
export function isOfLongerName(
  match: string,
  { before, after, own }: { before: string; after: string; own: ReadonlySet<string> },
): boolean {
  if (isOther(BEFORE.exec(before), own)) return true;
  return match.includes(',') && isOther(AFTER.exec(after), own);
}

function isOther(found: RegExpExecArray | null, own: ReadonlySet<string>): boolean {
  const { given = '', between = '' } = found?.groups ?? {};
  const name = foldedWords(given).join('');
  // In small letters within a sentence it may be any word.
  const isName = /^\p{Lu}/u.test(given) || /^[_-]$/.test(between);
  return isName && FIRST_NAMES.has(name) && !own.has(name);
}
