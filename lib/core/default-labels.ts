import de from './default-labels/de.json' with { type: 'json' };
import en from './default-labels/en.json' with { type: 'json' };
import es from './default-labels/es.json' with { type: 'json' };
import fr from './default-labels/fr.json' with { type: 'json' };
import ja from './default-labels/ja.json' with { type: 'json' };
import pt from './default-labels/pt.json' with { type: 'json' };
import { getOwn } from './own';

/**
 * What usual statuses and standard fields are called in each language, and what a usual status means, while nobody says
 * otherwise. English names are the portal's own.
 */

/** The texts about a status: its name, what it means, who acts now, and what the agent can do. */
export const STATUS_TEXTS = ['label', 'meaning', 'actor', 'advice'] as const;
export type StatusTextPart = (typeof STATUS_TEXTS)[number];
export type StatusTexts = Partial<Record<StatusTextPart, string>>;

/** The statuses with a usual name, in small letters. */
export type UsualStatus = keyof typeof de.statuses;

type Labels = {
  statuses?: Record<UsualStatus, string>;
  statusTexts: Record<keyof typeof en.statusTexts, Omit<StatusTexts, 'label'>>;
  fields?: Record<keyof typeof de.fields, string>;
};

const LABELS: Readonly<Record<string, Labels>> = { de, en, es, fr, ja, pt };

/** The statuses that share their texts. What means something else to each vendor has none. */
const MEANINGS: Record<keyof typeof en.statusTexts, readonly UsualStatus[]> = {
  received: ['pending', 'new', 'open', 'submitted', 'received', 'registered'],
  review: ['in review', 'under review', 'reviewing'],
  progress: ['in progress', 'contacted', 'working', 'demo scheduled', 'meeting scheduled'],
  qualified: ['qualified'],
  proposal: ['negotiation', 'proposal', 'proposal sent'],
  accepted: ['accepted', 'approved'],
  won: ['won', 'closed won'],
  lost: ['lost', 'closed lost'],
  rejected: ['rejected', 'declined', 'disqualified', 'unqualified'],
  paused: ['on hold', 'stalled'],
  information: ['more information needed', 'needs information'],
  duplicate: ['duplicate'],
};

const MEANING_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, statuses]) => statuses.map((status) => [status, meaning])),
);

/** @param plain a status in small letters, its words divided by single spaces */
export function defaultStatusTexts(plain: string, language: string): StatusTexts {
  const labels = getOwn(LABELS, language);
  const label = getOwn<string>(labels?.statuses ?? {}, plain);
  const texts = getOwn<StatusTexts>(labels?.statusTexts ?? {}, MEANING_OF.get(plain) ?? '');
  return { ...texts, ...(label !== undefined && { label }) };
}

/**
 * What a standard field is called in a language; undefined for any other.
 *
 * @param plain its English name in small letters, its words divided by single spaces
 */
export function defaultFieldName(plain: string, language: string): string | undefined {
  return getOwn<string>(getOwn(LABELS, language)?.fields ?? {}, plain);
}

/** What a standard field is called in all languages but English; none for any other. */
export function defaultFieldNames(plain: string): string[] {
  return Object.keys(LABELS).flatMap((language) => defaultFieldName(plain, language) ?? []);
}
