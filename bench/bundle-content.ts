import { readdirSync, readFileSync } from 'node:fs';
import { textsOf } from '@/scripts/lib/texts';
import type { Figure } from './report';

/** Code that no page of an agent loads (requirement F1). */
const FORBIDDEN = /\bajv\b|recharts|lodash|sonner|tanstack/i;
/** A word that only the reader of pasted signatures has: the form loads it when it is used. */
const OF_PASTE = 'MECARD';
/** Characters of a script with the texts of error pages in one language. */
const ERROR_TEXTS = 2_000;

/** What the scripts that a page loads must not hold. */
export function judgeScripts(path: string, scripts: readonly string[]): Figure[] {
  const forbidden = scripts.filter((script) => FORBIDDEN.test(script)).length;
  const figures = [none(`${path}: forbidden libraries`, forbidden)];
  if (path === '/leads/new')
    figures.push(
      none(`${path}: reader of signatures`, scripts.filter((script) => script.includes(OF_PASTE)).length),
    );
  return figures;
}

/**
 * The texts of pages are in no script of the build: a browser gets those of one language, with its page. Those of errors
 * are in a script of their own for each language.
 */
export function judgeTexts(): Figure[] {
  const scripts = readScripts();
  const files = readdirSync('messages');
  const ofErrors = files.filter((name) => name.endsWith('.broken.json'));
  const figures = files
    .filter((name) => !ofErrors.includes(name))
    .map((file) => {
      // A sentence of the error page may be on other pages as well.
      const shared = sentencesOf(file.replace('.json', '.broken.json'));
      const own = sentencesOf(file).filter((text) => !shared.some((error) => error.includes(text)));
      const found = own.filter((text) => scripts.some((script) => script.includes(text)));
      return none(`texts of ${file} in scripts`, found.length);
    });
  const errors = ofErrors.map(sentencesOf);
  const withErrors = scripts.map((script) => ({
    languages: errors.filter((texts) => texts.some((text) => script.includes(text))).length,
    size: script.length,
  }));
  const ofOne = withErrors.filter(({ languages }) => languages === 1);
  return [
    ...figures,
    none('scripts with errors in two languages', withErrors.filter(({ languages }) => languages > 1).length),
    none('large scripts with errors', ofOne.filter(({ size }) => size >= ERROR_TEXTS).length),
  ];
}

const none = (name: string, measured: number): Figure => ({ name, measured, limit: 0, unit: 'times' });

/** The scripts of the build, with characters as they are. */
function readScripts(): string[] {
  return readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`.next/static/${file}`, 'utf8'))
    .map((script) =>
      script.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
}

/** Sentences that no code has by chance. */
function sentencesOf(file: string): string[] {
  return textsOf(JSON.parse(readFileSync(`messages/${file}`, 'utf8')))
    .map(({ text }) => text)
    .filter((text) => text.length > 20 && !/[{}<>\n]/.test(text));
}
