/** Letters and marks that take two columns of a terminal (Unicode Standard Annex 11, wide and full-width). */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/;

/** The columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  return [...text].reduce((columns, letter) => columns + (WIDE.test(letter) ? 2 : 1), 0);
}

/** A text with spaces up to this many columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** Sentences one after the other: with a space, unless a full-width mark ends the first. */
export function joinSentences(texts: readonly string[]): string {
  return texts.join(' ').replaceAll('。 ', '。');
}

type Wrapping = {
  /** The language of the text: Japanese has no spaces to wrap at. */
  tag: string;
  /** The columns of a line. */
  width: number;
  indent?: string;
  /** Before the first line, after the indent. */
  mark?: string;
};

/** The lines of a text, wrapped between words; line breaks of its own are kept. */
export function wrapText(text: string, { tag, width, indent = '', mark = '' }: Wrapping): string[] {
  const space = width - indent.length - mark.length;
  const lines = text.split('\n').flatMap((part) => wrapLine(tokensOf(part, tag), space));
  return lines.map((line, index) =>
    `${indent}${index === 0 ? mark : ' '.repeat(mark.length)}${line}`.trimEnd(),
  );
}

function wrapLine(words: readonly string[], space: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.trim() !== '' && columnsOf(line) + columnsOf(word.trimEnd()) > space) {
      lines.push(line);
      line = '';
    }
    line += word;
  }
  return [...lines, line];
}

/** The parts between which a line may break, each with the space after it. */
function tokensOf(text: string, tag: string): string[] {
  const words = text.match(/[^ ]+ */g) ?? [];
  return words.flatMap((word) => (WIDE.test(word) ? unspacedWords(word, tag) : [word]));
}

/** Words without spaces between them. A closing mark stays with the word before it, an opening one with the next. */
function unspacedWords(text: string, tag: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const { segment, isWordLike } of new Intl.Segmenter(tag, { granularity: 'word' }).segment(text)) {
    const isOpening = /^[\p{Ps}\p{Pi}]+$/u.test(segment);
    const last = parts.length - 1;
    if (last >= 0 && (isOpen || (!isWordLike && !isOpening))) parts[last] += segment;
    else parts.push(segment);
    isOpen = isOpening;
  }
  return parts;
}
