import type { Choice } from '@/components/admin/filter-form';
import type { Moment } from '@/lib/core/formats';
import type { Tone } from '@/lib/core/status-labels';
import type { ErrorView } from '../../submissions/_parts/submission-view';

/** The view models of the webhooks page: every text is ready. */

type Word = { tone: Tone; label: string };

/** A topic's subscription; never includes a secret. */
export type TopicView = {
  topic: string;
  /** "Lead changed" */
  event: string;
  state: 'off' | 'making' | 'live' | 'unknown' | 'rotating';
  word: Word;
  /** The known facts, in sentences. */
  facts: string[];
  legacy: 'allowed' | 'possible' | 'impossible';
  /** A rotation may be finished manually once the new subscription exists. */
  canFinish: boolean;
};

export type DeliveryView = {
  id: string;
  received: Moment;
  /** "7 times" */
  repeats?: string;
  topic: string;
  /** "Lead changed"; absent for a topic that the desk does not use. */
  event?: string;
  leadId: string;
  leadName?: string;
  happened: string;
  outcome: Word;
  detail: string;
  error?: ErrorView;
  canRecheck: boolean;
};

export type QuarantinedView = {
  id: string;
  received: Moment;
  topic: string;
  size: string;
  repeats: string;
  /** The first bytes, with unprintable ones as `\x0a`. */
  bytes: string;
};

export type MissingView = {
  fullSyncId: string;
  count: number;
  compared: Moment;
  examples: { id: string; name: string; email: string; submitted: Moment }[];
};

/** A lead that could not be applied; only its number. */
export type QuarantinedLeadView = {
  id: string;
  leadId: string;
  reason: string;
  times: string;
  first: Moment;
  last: Moment;
  canRecheck: boolean;
};

/** A lead about which the portal contradicts itself. */
export type ConflictView = {
  id: string;
  kind: string;
  /** Its number as the form posts it, and as it is shown. */
  posted: string;
  leadId: string;
  name: string;
  what: string;
  advice: string;
  found: Moment;
};

export type DeliveryFilterView = {
  topic: string;
  outcome: string;
  lead: string;
  from: string;
  to: string;
  topics: Choice[];
  outcomes: Choice[];
  isFiltered: boolean;
};
