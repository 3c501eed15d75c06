const SENTENCE_STARTS = new Set(
  (
    'a an the my your our their his her its this these those i we you he she it they any all no not if is are was were do does did ' +
    'has have had can could will would shall should may might must how what when where which who whose why please enter select ' +
    'choose describe tell give add yes'
  ).split(' '),
);
const MOST_WORDS = 5;

/**
 * How a label of the portal stands inside one of our sentences.
 *
 * In English a short noun phrase is spoken ("Enter the email address"); everything else, and every other
 * language, quotes the label as it is ("Enter “How did you meet?”"): labels are the vendor's data, and a
 * guess at their grammar reads worse than quotation marks. The catalogue's `label` entry writes both forms.
 */
export function labelPhrase(label: string, locale: string): { label: string; style: 'spoken' | 'quoted' } {
  const text = label.trim().replace(/\s+/g, ' ');
  if (!/^en(-|$)/i.test(locale) || !isNounPhrase(text)) return { label: text, style: 'quoted' };
  return { label: lowerFirst(text), style: 'spoken' };
}

function isNounPhrase(text: string): boolean {
  const words = text.split(' ');
  if (words.length > MOST_WORDS || !/^[\p{L}\p{N}][\p{L}\p{N} \-/&'’]*$/u.test(text)) return false;
  return !SENTENCE_STARTS.has((words[0] ?? '').toLowerCase());
}

/** "Email address" -> "email address", "E-mail" -> "e-mail"; "CRM name", "iPhone" and "Deal Value" stay as they are. */
function lowerFirst(text: string): string {
  return /^\p{Lu}(?:[\p{Ll}'’]+|(?=-\p{Ll}))(?:[ \-/][\p{Ll}\p{N}'’&/-]+)*$/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
