import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import broken from '@/messages/en.broken.json';
import messages from '@/messages/en.json';
import { bannedWords, readSources, textsOf, unusedTexts } from './texts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Texts printed in a terminal, outside the catalogue. */
const TERMINAL = [
  'lib/core/env.ts',
  'lib/db/await-database.ts',
  'lib/db/connect-problem.ts',
  'lib/db/lock.ts',
  'scripts/demo.ts',
  'scripts/people.ts',
  'scripts/lib/ports.ts',
  'scripts/lib/stack.ts',
];

describe('the words that people read', () => {
  it.each([
    ['en.json', messages],
    ['en.broken.json', broken],
  ])('of %s are standard English', (_, catalogue) => {
    const bad = textsOf(catalogue).map(({ path, text }) => [path, ...bannedWords(text)]);
    expect(bad.filter(([, ...found]) => found.length > 0)).toEqual([]);
  });

  it.each(TERMINAL)('in a terminal, by %s, are too', (file) => {
    const source = readFileSync(join(ROOT, file), 'utf8').replace(
      // Comments, and texts by others.
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^.*\.includes\(.*$/gm,
      '',
    );
    const sentences = [...source.matchAll(/'([^'\n]+ [^'\n]+)'|`([^`]+ [^`]+)`/g)].map(
      ([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, ''),
    );
    // Between two strings is code.
    const words = sentences.filter((sentence) => !/[=;{}]|\)\.\w|\w\(/.test(sentence));
    expect(words.length).toBeGreaterThan(0);
    expect(words.flatMap((sentence) => bannedWords(sentence))).toEqual([]);
  });

  it.each([
    'Send me a link by e-mail',
    'We sent you a mail',
    "You're signed in",
    'It cannot be read',
    'Somebody can sign in',
    'It gets mended',
    'Nothing you handed over is lost',
    'Gave {subject} back to its agent',
    '{late} late, {dead} given up',
    'It was changed meanwhile',
    'News from the portal',
    'Have a look',
    'Looks',
    'Deliveries stand here',
    'Something nobody foresaw',
    'The portal lets this desk in',
    'Renews by itself',
    'Type in both ids',
    'Number in the portal',
    'Nobody can sign in',
    'Enter a date, like 31 Mar 2027',
    'Received at <time></time>.',
    'The portal refused this lead',
    'The portal didn’t accept this lead',
    'Ask an admin',
    'Ask the person who runs the desk',
    'Ask your contact at the vendor',
    'Ask the portal’s operator',
    'We keep trying',
    'Next try',
    'You’re not linked yet',
  ])('would be refused: %s', (text) => {
    expect(bannedWords(text)).not.toEqual([]);
  });

  it('would not be refused where they are right', () => {
    expect(bannedWords('It looks like a duplicate. An admin needs to check.')).toEqual([]);
    expect(bannedWords('Mail server reachable')).toEqual([]);
  });
});

describe('the texts of the catalogue', () => {
  const sources = readSources(ROOT, ['app', 'components', 'lib', 'scripts']);
  const paths = textsOf(messages).map(({ path }) => path);

  it('are all used', () => {
    // Both are looked up by the shown value.
    expect(unusedTexts(paths, { sources, whole: ['Audit.value', 'Unavailable'] })).toEqual([]);
  });

  it('would be found if they were not', () => {
    const found = unusedTexts(['Shell.title', 'Shell.state.ok', 'Shell.state.nowhere', 'Shell.nowhere'], {
      sources: ["t('title')", `t(\`state.\${state}\`)`],
      whole: [],
    });
    expect(found).toEqual(['Shell.nowhere']);
    expect(unusedTexts(['Shell.nowhere'], { sources: [`t(\`\${key}\`)`], whole: [] })).toEqual([
      'Shell.nowhere',
    ]);
  });
});
