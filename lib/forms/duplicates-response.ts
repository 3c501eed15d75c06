/** The element that shows the answer, below the group of fields that it is about. */
export const KNOWN_ID = 'known';

/** The fields that a look-up is about, by role, in the order of its request. */
export const KNOWN_ROLES = ['email', 'phone', 'website', 'company'] as const;

/** The answer to a look-up, ready to be shown: empty if nothing is known. */
export type DuplicatesResponse = {
  title: string;
  matches: {
    text: string;
    /** Why it is shown. */
    note?: string;
    /** Only of what the reader may open. */
    href?: string;
  }[];
};
