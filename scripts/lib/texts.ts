import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that people read, and its place: the path in the catalogue, or a file. */
export type Text = { path: string; text: string };

type Catalogue = { [key: string]: string | Catalogue };

/** Every text of a catalogue, by its full path such as `Leads.columns.name`. */
export function textsOf(catalogue: Catalogue, above = ''): Text[] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [{ path: `${above}${key}`, text }] : textsOf(text, `${above}${key}.`),
  );
}

/** Banned words, and why. Matched in any case, also inside a sentence. */
const BANNED: readonly { words: RegExp; reason: string }[] = [
  { words: /e-mail/i, reason: 'email is one word' },
  { words: /\b(a|by|test|your|the) mails?\b(?! server)/i, reason: 'what is sent is an email' },
  { words: /'/, reason: 'apostrophes are typographic (’)' },
  {
    words: /\b(can ?not|do not|does not|did not|is not|are not|could not|has not|have not)\b/i,
    reason: 'contract it',
  },
  { words: /\b(somebody|everybody|nobody)\b/i, reason: 'say someone, everyone, no one' },
  { words: /\bmend(s|ed)?\b/i, reason: 'say fix' },
  { words: /\bhand(s|ed|ing)? (it )?over\b/i, reason: 'say submit, or transfer' },
  { words: /\b(give|gave|given)s? (it |\{\} )?back\b/i, reason: 'say return' },
  { words: /\b(given|gave) up\b/i, reason: 'say failed' },
  { words: /\bmeanwhile\b/i, reason: 'say in the meantime' },
  { words: /\bnews\b/i, reason: 'say webhooks, or changes' },
  {
    words: /\blook(s|ed)?\b(?! (like|just like|for|at the log))/i,
    reason: 'say check, appearance, or needs attention',
  },
  { words: /\b(tell|tells|told) (us|of|this desk|no|only)\b/i, reason: 'say report, notify, or give' },
  { words: /\bstands?\b/i, reason: 'say appears, is' },
  { words: /\bfores(aw|een)\b/i, reason: 'say unexpected' },
  {
    words: /\b(way in|let us in|lets? (this|the) desk in|turned away|took it|came of)\b/i,
    reason: 'say sign-in, access, rejected, received',
  },
  {
    words: /\b(has|had|have) (it|them|work|everything|the setup) \w+ed\b|\bhave it \w+\b/i,
    reason: 'say who does it',
  },
  { words: /\bby itself|by themselves\b/i, reason: 'say automatically' },
  { words: /\bthis desk\b/i, reason: 'the product is Partner Desk' },
  { words: /\b(choices|own (name|place|help))\b/i, reason: 'say options, position, custom' },
  { words: /\b(colour|behaviour|cancelled|\w+isation|recognise)/i, reason: 'one spelling: American' },
  {
    words: /\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/,
    reason: 'one date: Nov 21, 2026, formatted and not written out',
  },
  { words: / at <time>/, reason: 'a time with its day is “on”' },
  { words: /\brefus(e|es|ed|al)\b/i, reason: 'the portal rejects; a sign-in or access is denied' },
  { words: /(did|does)n’t accept\b(?! settings)/i, reason: 'say rejected, rejects' },
  {
    words: /\b(ask|tell|contact) an admin\b|\bperson who runs\b|\b(contact at the )?vendor\b|\boperator\b/i,
    reason: 'agents ask their admin, admins ask the portal’s support',
  },
  {
    words:
      /\b(keep|keeps) trying\b|\b(next|first|last|more) (try|tries|attempts?)\b|\bwe try again\b|\btried again\b/i,
    reason: 'we retry; a person tries again',
  },
  {
    words: /\bnot linked\b|\blinked to an? (organization|agent)\b/i,
    reason: 'people are mapped; to an agent, say access',
  },
  { words: /\bid(s)?\b(?! ?=)/, reason: 'write ID' },
  { words: /\b(lead|portal)(’s)? number\b|\bnumber (of the lead|in the portal)\b/i, reason: 'say lead ID' },
];

/** The problems of one text; empty if none. */
export function bannedWords(text: string): string[] {
  // People see neither the names of values nor what is chosen by.
  const shown = text.replace(/\{\s*\w+\s*(?=[,}])/g, '{').replace(/(?<=\bselect, |\} )\w+ (?=\{)/g, '');
  return BANNED.flatMap(({ words, reason }) => {
    const found = words.exec(shown);
    return found ? [`“${found[0]}”: ${reason}`] : [];
  });
}

/** Reads the files under `folders` in which texts of the catalogue are named: our code without its tests. */
export function readSources(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}

/**
 * The paths that no source names. A text counts as named if its path below the namespace, or the end of it below an
 * object of texts, is a string of the code, a key of one of its objects, or fits a string with places such as
 * `state.${state}`. So a common word such as `title` may hide an unused text; what is found is definitely unused,
 * unless it is named only by variables: pass those namespaces as `whole`.
 */
export function unusedTexts(
  paths: readonly string[],
  { sources, whole }: { sources: readonly string[]; whole: readonly string[] },
): string[] {
  const { names, patterns } = namesIn(sources);
  return paths.filter((path) => {
    if (whole.some((namespace) => path.startsWith(`${namespace}.`))) return false;
    const [, ...keys] = path.split('.');
    const ends = keys.map((_, index) => keys.slice(index).join('.'));
    return !ends.some((end) => names.has(end) || patterns.some((pattern) => pattern.test(end)));
  });
}

function namesIn(sources: readonly string[]): { names: Set<string>; patterns: RegExp[] } {
  const names = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const source of sources) {
    for (const [, single, double, key] of source.matchAll(/'([\w.-]+)'|"([\w.-]+)"|^\s*(\w+)[,:?]/gm)) {
      names.add(single ?? double ?? key ?? '');
    }
    for (const [, template = ''] of source.matchAll(/`((?:[\w.-]|\$\{[^}]*\})+)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      // Without letters of its own it would fit every path.
      if (!/[a-z]{2}/i.test(parts.join(''))) continue;
      patterns.set(template, new RegExp(`^${parts.map((part) => part.replace(/\./g, '\\.')).join('.+')}$`));
    }
  }
  return { names, patterns: [...patterns.values()] };
}
