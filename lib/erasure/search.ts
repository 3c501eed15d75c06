import 'server-only';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createVault } from '@/lib/core/crypto';
import { cutText } from '@/lib/core/text';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers, contactOfLead } from '@/lib/lead-schema/contact';
import { toEmailKey } from '@/lib/match-keys/email';
import type { FoundLead, FoundSubmission } from './find-leads';

/** Shorter texts stand everywhere. */
const MIN_LENGTH = 4;
/** How many texts are looked for at once: an address like `info@` may have the leads of many people. */
export const MOST_TEXTS = 12;

/** What an admin looks for: an address as leads are known by it, anything else as it was typed; undefined if it is too short. */
export function toSearchText(typed: string): string | undefined {
  const text = toEmailKey(typed) ?? typed.trim().replace(/\s+/g, ' ');
  return text.length >= MIN_LENGTH ? text : undefined;
}

/** What was typed, and the whole names, addresses and phones of these leads and submissions. */
export function textsOf(
  text: string,
  { leads, submissions }: { leads: readonly FoundLead[]; submissions: readonly FoundSubmission[] },
  fields: KeyFields,
): string[] {
  const named = [
    ...leads.map((lead) => ({ answers: lead, contact: contactOfLead(lead.record, fields) })),
    ...submissions.map(({ answers }) => ({ answers, contact: contactOfAnswers(answers, fields) })),
  ];
  const found = named.flatMap(({ answers: { firstName, lastName, email }, contact: { phone } }) => {
    // One name alone is that of others, too.
    const name = firstName && lastName ? [`${firstName} ${lastName}`] : [];
    return [...name, email, phone].flatMap((one) =>
      typeof one === 'string' ? (toSearchText(one) ?? []) : [],
    );
  });
  const byCase = new Map<string, string>();
  for (const one of [text, ...found]) if (!byCase.has(one.toLowerCase())) byCase.set(one.toLowerCase(), one);
  return [...byCase.values()].slice(0, MOST_TEXTS);
}

/**
 * Whether a text or JSON of the database has one of these texts in it, in small letters, capitals, or with capitals where words
 * begin. Many rows are compared, so without accents (`folded`) would take too long.
 */
export function holds(value: SQL, texts: readonly string[]): SQL {
  const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]).flatMap(inCases);
  const patterns = [...new Set(forms)].map((form) => sql`${`%${form.replace(/[\\%_]/g, '\\$&')}%`}`);
  return sql`lower(${value}) like any(array[${sql.join(patterns, sql`, `)}])`;
}

/** The parts of a name as a page shows them: with one blank in between, whatever the portal has there. */
export const nameOf = (...parts: SQLWrapper[]): SQL =>
  sql`regexp_replace(translate(concat_ws(' ', ${sql.join(parts, sql`, `)}), ${'\u00a0'}, ' '), '\\s+', ' ', 'g')`;

/** As the database makes small letters of them: the locale of some knows ASCII alone. */
function inCases(text: string): string[] {
  const begun = text.replace(
    /\p{L}+/gu,
    (word) => cutText(word, 1).toUpperCase() + word.slice(1).toLowerCase(),
  );
  const inAscii = [text, text.toUpperCase(), begun].map((one) =>
    one.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
  return [text.toLowerCase(), ...inAscii];
}

/** As long as a sign-in counts as recent. */
const VALID_MS = 30 * 60_000;

const sealedSchema = z.object({ text: z.string(), until: z.number() });

/**
 * What was looked for, for the page's own address: sealed, because addresses of pages are in histories and in the logs of
 * proxies.
 */
export function sealSearch(text: string, { appSecret, now }: { appSecret: string; now: Date }): string {
  const vault = createVault(appSecret, 'erasure');
  return vault.seal(JSON.stringify({ text, until: now.getTime() + VALID_MS }));
}

/** What was sealed; undefined for anything else, and after half an hour. */
export function openSearch(
  sealed: string,
  { appSecret, now }: { appSecret: string; now: Date },
): string | undefined {
  try {
    const vault = createVault(appSecret, 'erasure');
    const { text, until } = sealedSchema.parse(JSON.parse(vault.open(sealed)));
    return now.getTime() <= until ? text : undefined;
  } catch {
    return undefined;
  }
}
