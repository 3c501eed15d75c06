/** How many leads, and how many submissions, are erased at once: one transaction must not last. */
export const MOST_AT_ONCE = 500;

/** What a certificate counts, in the order in which it is shown; `messages` has their names under `Erasure.kind`. */
export const ERASED_KINDS = [
  'leads',
  'submissions',
  'refused',
  'drafts',
  'rows',
  'history',
  'edits',
  'mails',
  'links',
  'imports',
  'views',
  'reasons',
  'deliveries',
] as const;

export type ErasedKind = (typeof ERASED_KINDS)[number];

/** Where else a text may stand; `messages` has their names under `Erasure.place`. */
export const PLACE_KINDS = [
  'lead',
  'submission',
  'history',
  'draft',
  'row',
  'import',
  'view',
  'reason',
] as const;

export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place where the text stands that an admin decides about. It says whose it is, and not what is written there. */
export type Place = {
  kind: PlaceKind;
  /** Among those of its kind. */
  id: string;
  /** The address of the user whose it is. */
  owner?: string;
  at?: Date;
  /** The row in its file. */
  line?: number;
  /** The lead that it is, or is about. */
  leadId?: string;
};

/** Names a place in a post. */
export const placeKey = ({ kind, id }: Pick<Place, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Before a place's key, the name of the field that says that it is ticked. */
export const PLACE_FIELD = 'place:';
