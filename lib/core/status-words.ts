import { isolate } from './isolate';

/**
 * The words of the desk, one per thing, the same in code, on screen and in the docs.
 *
 * - lead: a deal or opportunity referred by a partner; lives in the service
 * - submission: an agent's intent to create one lead; lives here from the moment "Submit" is pressed
 * - mirror: our copy of the portal's leads; `confirmedAt` says when the service last confirmed a row
 * - status: the vendor's word for where a lead stands. Beyond the initial `pending` the interface names none
 *   (section 3), so every word is possible and none is refused
 * - state: where a submission stands on its way to becoming a lead; ours, and closed
 *
 * Browser-safe.
 */

/** How a status or state is drawn: never by colour alone, each tone has its own icon. */
export const TONES = ['neutral', 'info', 'progress', 'good', 'warn', 'bad'] as const;
export type Tone = (typeof TONES)[number];

export type StatusWord = {
  /** What is shown: the vendor's word, verbatim when we do not know it. */
  label: string;
  tone: Tone;
  /** False for a word this desk has no tone for yet, and no admin has named. */
  known: boolean;
};

/** How an admin wants a status shown. What is absent is as this desk would show it by itself. */
export type StatusOverride = { label?: string; tone?: Tone };

/** Wishes by status. A map, because a status may be `__proto__`. */
export type StatusOverrides = ReadonlyMap<string, StatusOverride>;

const WORDS: Record<Tone, readonly string[]> = {
  neutral: ['closed', 'archived'],
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
  bad: [
    'rejected',
    'declined',
    'lost',
    'closed lost',
    'disqualified',
    'unqualified',
    'duplicate',
    'expired',
    'cancelled',
    'canceled',
  ],
};

const TONE_OF: ReadonlyMap<string, Tone> = new Map(
  TONES.flatMap((tone) => WORDS[tone].map((word): [string, Tone] => [word, tone])),
);

/**
 * How to draw a status: as an admin named it. Otherwise a word this desk knows gets its tone and is written plainly;
 * any other is shown exactly as it came, in the neutral tone.
 */
export function toStatusWord(status: string, overrides: StatusOverrides): StatusWord {
  const usual = toUsualWord(status);
  const wish = overrides.get(status);
  if (wish?.label === undefined && wish?.tone === undefined) return usual;
  return { label: isolate(wish.label ?? usual.label), tone: wish.tone ?? usual.tone, known: true };
}

function toUsualWord(status: string): StatusWord {
  const plain = status.trim().replace(/[\s_-]+/g, ' ');
  const tone = TONE_OF.get(plain.toLowerCase());
  return tone
    ? { label: plain.charAt(0).toUpperCase() + plain.slice(1), tone, known: true }
    : { label: isolate(status), tone: 'neutral', known: false };
}

/** The tone of each state of a submission; its words stand in the catalogue under `Submission.state`. */
export const STATE_TONES = {
  queued: 'info',
  sending: 'progress',
  settling: 'warn',
  review: 'warn',
  held: 'warn',
  refused: 'bad',
  givenBack: 'bad',
  accepted: 'good',
} as const satisfies Record<string, Tone>;
