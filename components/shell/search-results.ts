/** What the search of everything finds, ready to be shown. */
export type SearchHit = {
  href: string;
  title: string;
  /** Tells it from others of the same name. */
  detail?: string;
};

export type SearchResults = {
  groups: { label: string; items: SearchHit[] }[];
  /** How many there are, in a sentence. */
  summary: string;
};
