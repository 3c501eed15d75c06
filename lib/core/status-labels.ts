import { defaultStatusTexts, type StatusTexts, type UsualStatus } from './default-labels';
import { isolate } from './isolate';
import { languageOf } from './language';
import { getOwn } from './own';

/**
 * The terms of the desk, one per concept, the same in code, on screen and in the docs.
 *
 * - lead: a deal or opportunity referred by a partner; stored in the service
 * - submission: an agent's intent to create one lead; stored here from the moment "Submit" is pressed
 * - mirror: our copy of the portal's leads; `confirmedAt` says when the service last confirmed a row
 * - status: the vendor's name for the progress of a lead. Beyond the initial `pending` the interface names
 * none (section 3), so every value is possible and none is refused
 * - state: the progress of a submission towards a lead; ours, and closed
 *
 * Browser-safe.
 */

/** How a status or state is shown: never by colour alone, each tone has its own icon. */
export const TONES = ['neutral', 'info', 'progress', 'good', 'warn', 'bad'] as const;
export type Tone = (typeof TONES)[number];

export type StatusLabel = {
  /** The label: the vendor's value, verbatim if unknown. */
  label: string;
  tone: Tone;
  /** Neutral, yet lost: told from the other neutral ones by its icon. */
  isLost?: boolean | undefined;
  /** False for a status without a tone here or an admin's override. */
  known: boolean;
};

/** What differs from the default for a status, with the texts for one reader. */
export type StatusOverride = StatusTexts & {
  tone?: Tone;
  /** The place in the order of all statuses. */
  position?: number;
};

/** As stored: an admin's texts in the desk's own language, and those in other languages by their code. */
export type StoredStatusOverride = StatusOverride & {
  translations?: Readonly<Record<string, StatusTexts>>;
};

/** Stored overrides by status. A map, because a status may be `__proto__`. */
export type StoredStatusOverrides = ReadonlyMap<string, StoredStatusOverride>;

/** Overrides by status. */
export type StatusOverrides = { get: (status: string) => StatusOverride | undefined };

const WORDS: Record<Tone, readonly UsualStatus[]> = {
  neutral: [
    'closed',
    'archived',
    'lost',
    'closed lost',
    'disqualified',
    'unqualified',
    'duplicate',
    'expired',
    'cancelled',
    'canceled',
  ],
  info: ['pending', 'new', 'open', 'submitted', 'received', 'registered'],
  progress: [
    'in progress',
    'in review',
    'under review',
    'reviewing',
    'contacted',
    'working',
    'qualified',
    'negotiation',
    'proposal',
    'proposal sent',
    'demo scheduled',
    'meeting scheduled',
  ],
  good: ['accepted', 'approved', 'won', 'closed won', 'converted', 'completed', 'paid'],
  warn: ['on hold', 'more information needed', 'needs information', 'stalled', 'expiring'],
  bad: ['rejected', 'declined'],
};

const TONE_OF: ReadonlyMap<string, Tone> = new Map(
  TONES.flatMap((tone) => WORDS[tone].map((word): [string, Tone] => [word, tone])),
);

/**
 * How to show a status: by an admin's override, if any. Otherwise a known one gets its tone and plain
 * wording; any other is shown verbatim, in the neutral tone.
 */
export function toStatusWord(status: string, overrides: StatusOverrides): StatusLabel {
  const usual = toUsualWord(status);
  const wish = overrides.get(status);
  if (wish?.label === undefined && wish?.tone === undefined) return usual;
  const tone = wish.tone ?? usual.tone;
  return { label: isolate(wish.label ?? usual.label), tone, isLost: isLost(status, tone), known: true };
}

/**
 * The overrides with the texts for a reader: an admin's in their language, else those in the desk's own, else what the
 * usual statuses are called in their language, and mean.
 *
 * @param locale the reader's, as a tag (BCP 47)
 */
export function statusOverridesFor(stored: StoredStatusOverrides, locale: string): StatusOverrides {
  const language = languageOf(locale);
  return {
    get: (status) => {
      const { translations = {}, ...own } = stored.get(status) ?? {};
      return { ...usualTexts(status, language), ...own, ...getOwn(translations, language) };
    },
  };
}

/** What a usual status is called in a language, and what it means; nothing for any other status. */
export function usualTexts(status: string, language: string): StatusTexts {
  return defaultStatusTexts(plainOf(status).toLowerCase(), language);
}

/** The stages of a pipeline, without an order of the admins: open, won, lost, others. */
const STAGES: readonly Tone[] = ['info', 'progress', 'warn', 'good', 'bad', 'neutral'];

/**
 * Statuses in the order of the pipeline: first those with a place that admins gave them, then the others by
 * stage, and by name within one. The same whatever the number of leads.
 */
export function orderStatuses<Listed extends { status: string }>(
  rows: readonly Listed[],
  overrides: StatusOverrides,
): Listed[] {
  const keyOf = ({ status }: Listed) => {
    const { label, tone, isLost } = toStatusWord(status, overrides);
    const stage = isLost ? 'bad' : tone;
    const place = overrides.get(status)?.position ?? Number.POSITIVE_INFINITY;
    return { place, stage: STAGES.indexOf(stage), name: `${label}\0${status}` };
  };
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort(({ key: one }, { key: other }) => {
      if (one.place !== other.place) return one.place < other.place ? -1 : 1;
      if (one.stage !== other.stage) return one.stage - other.stage;
      return one.name < other.name ? -1 : 1;
    })
    .map(({ row }) => row);
}

/** What a status means for a report. `other`: neither on its way nor won or lost. */
export const OUTCOMES = ['open', 'won', 'lost', 'other'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const OUTCOME_OF = {
  info: 'open',
  progress: 'open',
  warn: 'open',
  good: 'won',
  bad: 'lost',
  neutral: 'other',
} as const satisfies Record<Tone, Outcome>;

/**
 * By the tone that admins gave the status, else the usual one. A neutral one is open as long as nobody says what it
 * means, and lost if that is its name.
 */
export function outcomeOf(status: string, overrides: StatusOverrides): Outcome {
  const { tone, isLost, known } = toStatusWord(status, overrides);
  if (tone !== 'neutral') return OUTCOME_OF[tone];
  if (isLost) return 'lost';
  return known ? 'other' : 'open';
}

const LOST = new Set(['lost', 'closed lost']);

const isLost = (status: string, tone: Tone) =>
  (tone === 'neutral' && LOST.has(plainOf(status).toLowerCase())) || undefined;

const plainOf = (status: string) => status.trim().replace(/[\s_-]+/g, ' ');

function toUsualWord(status: string): StatusLabel {
  const plain = plainOf(status);
  const tone = TONE_OF.get(plain.toLowerCase());
  return tone
    ? {
        label: plain.charAt(0).toUpperCase() + plain.slice(1),
        tone,
        isLost: isLost(status, tone),
        known: true,
      }
    : { label: isolate(status), tone: 'neutral', known: false };
}

/** The tone of each state of a submission; its labels are in the catalogue under `Submission.state`. */
export const STATE_TONES = {
  queued: 'info',
  sending: 'progress',
  confirming: 'warn',
  review: 'warn',
  blocked: 'warn',
  refused: 'bad',
  returned: 'bad',
  accepted: 'good',
} as const satisfies Record<string, Tone>;
