/** The limits of `npm run bench`, with the source of each. */

/** JavaScript of a page over that of a page without client code of its own, bytes of gzip (requirements F1, D1). */
export const BUNDLE_BUDGETS = [
  { page: '/leads/new', overEmpty: 35_000 },
  { page: '/leads', overEmpty: 15_000 },
  { page: '/leads/import', overEmpty: 30_000 },
  { page: '/notifications', overEmpty: 15_000 },
  // With all that the form loads later elsewhere.
  { page: '/offline', overEmpty: 120_000 },
] as const;

/** The page that loads only what every page does. */
export const EMPTY_PAGE = '/accessibility';

/** The same for the report of a manager's team. */
export const TEAM_OVER_EMPTY = 8_000;

/** All JavaScript of the form's page, bytes of gzip (requirement F1). */
export const FORM_IN_ALL = 180_000;

/** From the service's delivery to the changed row, median in milliseconds. */
export const LIVE_MEDIAN_MS = 250;

/** The form of sixty fields at a quarter of the processor's speed: milliseconds, and React commits (requirements F3, F4). */
export const FORM_LIMITS = {
  mount: 350,
  firstKey: 100,
  key: 60,
  submit: 200,
  keyCommits: 0,
  cureCommits: 1,
} as const;

/** The list of leads at a quarter of the processor's speed, milliseconds (requirement D14). */
export const DASHBOARD_LIMITS = { feedback: 200, largestPaint: 2_500 } as const;

/** A look-up of what is known already, milliseconds in the server, and with many leads over that with few. */
export const KNOWN_LIMITS = { slowest: 100, ratio: 1.5 } as const;

/**
 * What people are told of: reads with many leads over those with few, milliseconds that it adds to a write; from a change in the
 * portal to the bell of an open page and to the mailbox, and a submission while ten thousand changes come in a minute.
 */
export const NOTICES_LIMITS = {
  ratio: 1.5,
  write: 5,
  bell: 1_000,
  mailbox: 60_000,
  submission: 3_000,
} as const;

/** A page of leads over reading all leads that it is made from once: of an organization or an agent, and for an admin. */
export const LIST_LIMITS = { ofOne: 3, ofAll: 1.5 } as const;

/** What managers and admins look up over reading all leads once. */
export const REPORTS_LIMITS = { overOneRead: 3 } as const;

/** An export of any length: the memory it adds, in MB, and its memory over that of its first tenth. */
export const EXPORT_LIMITS = { aboveIdleMb: 200, growth: 1.3 } as const;

/**
 * An import of 10,000 rows: milliseconds until columns and check are shown, another person's slowest submission
 * meanwhile, and the memory it adds.
 */
export const IMPORT_LIMITS = { shown: 5_000, othersSubmit: 3_000, memoryMb: 100 } as const;

/** The peak memory a full sync may add, for any number of leads, in MB. */
export const FULL_SYNC_GROWTH_MB = 200;

/** The share of an empty handler's rate that the webhook receiver must reach. */
export const INTAKE_SHARE = 0.9;

/** A burst of ten thousand events on a hundred leads: reads of the service, and the slowest hundredth in milliseconds. */
export const BURST_READS = 300;
export const BURST_P99_MS = 500;

/** What every page scores in Lighthouse, signed in: points of 100, and the layout shift. */
export const LIGHTHOUSE_LIMITS = {
  performance: { mobile: 95, desktop: 100 },
  accessibility: 100,
  bestPractices: 100,
  layoutShift: 0,
} as const;
