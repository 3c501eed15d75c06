import 'server-only';
import type { Locale } from './locales';
import { type Language, negotiateLanguage } from './negotiate';

/** The variables of POSIX (Base Definitions, section 8.2) that name the language of messages. */
export type TerminalVariables = Partial<Record<'LC_ALL' | 'LC_MESSAGES' | 'LANG', string>>;

/**
 * The language of a terminal: the one asked for, else that of its locale such as `de_AT.UTF-8`, else English. The first
 * variable that is set decides alone, also if it names no language of ours, as `C` does.
 *
 * @param wishes.asked a language code or a tag (BCP 47), from the command line
 */
export function terminalLanguage(
  { asked, variables }: { asked?: string; variables: TerminalVariables },
  offered: readonly Locale[],
): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = variables;
  const locale = asked || LC_ALL || LC_MESSAGES || LANG || '';
  // Without its encoding and its modifier, as in `ja_JP.UTF-8` and `de_DE@euro`.
  const [name = ''] = locale.split(/[.@]/, 1);
  return negotiateLanguage({ header: name.replaceAll('_', '-') }, offered);
}

/** True if `asked` names one of the languages. */
export function isOffered(asked: string, offered: readonly Locale[]): boolean {
  const { locale } = terminalLanguage({ asked, variables: {} }, offered);
  return asked.toLowerCase().split(/[-_.@]/, 1)[0] === locale;
}
