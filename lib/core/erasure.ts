/** How many leads, and how many submissions, are erased at once: one transaction must not last. */
export const MOST_AT_ONCE = 500;

/** What a certificate counts, in the order in which it is shown; `messages` has their names under `Erasure.kind`. */
export const ERASED_KINDS = [
  'leads',
  'submissions',
  'refused',
  'drafts',
  'rows',
  'others',
  'imports',
  'history',
  'edits',
  'mails',
  'links',
  'audit',
  'deliveries',
  'jobs',
  'views',
  'reasons',
] as const;

export type ErasedKind = (typeof ERASED_KINDS)[number];

/** Before a lead's ID, the name of the field that says that the lead, which had the address before, is about the person. */
export const LEAD_FIELD = 'lead:';
