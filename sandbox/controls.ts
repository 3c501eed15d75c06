import * as z from 'zod';
import { MAX_LAG_MS } from './lead-history';
import { ROUTES } from './model';

/** The switches that a person or a test sets at run time: faults of the service, and its settings. */

const share = z.number().min(0).max(1);
const count = z.int().min(0).max(1_000_000);

/** A wrong list: empty, every other lead only, or a page of HTML. */
export const LIST_LIES = ['none', 'empty', 'half', 'html'] as const;
/** Wrong paging: the first page repeatedly, or a next page on another host. */
export const PAGE_LOOPS = ['none', 'same-page', 'foreign-next'] as const;
/** The status for refused tokens; 0: tokens are accepted. */
export const TOKEN_REFUSALS = [0, 401, 403] as const;

export const faultsSchema = z.strictObject({
  /** Added before every answer and before every delivery, in milliseconds. */
  latencyMs: z.number().min(0).max(600_000),
  /** Share of calls answered with a 5xx before anything happens. */
  errorRate: share,
  /** Their status; 0: 500 or 503. */
  errorStatus: z.union([z.literal(0), z.int().min(400).max(599)]),
  /** Share of calls answered with 429 and Retry-After. */
  rateLimitedRate: share,
  /** The verbatim Retry-After of every 429; null: none; empty: as the shape says. */
  retryAfter: z.string().max(100).nullable(),
  /** This many next creates are refused as a lead that breaks the portal's rules. */
  rejectCreates: count,
  /** This many next creates are stored (and announced), then the connection is cut without an answer. */
  dropAfterStore: count,
  /** This many next creates are cut before anything is stored. */
  dropBeforeStore: count,
  /** This many next creates are stored, answered with their status and half of the body, then cut. */
  truncateAfterStore: count,
  /** This many next creates are stored (and announced), and never answered: the connection stays open. */
  hangAfterStore: count,
  /** This many next creates are neither stored nor answered: the connection stays open. */
  hangBeforeStore: count,
  /** Creates are stored and announced immediately, and answered this many milliseconds later. */
  respondLateMs: z.number().min(0).max(600_000),
  /** Reads and lists show leads as of this many milliseconds ago: a younger lead is missing. */
  readLagMs: z.number().min(0).max(MAX_LAG_MS),
  /** The same for the list only, as if read from a replica or a search index. */
  listLagMs: z.number().min(0).max(MAX_LAG_MS),
  /** Reads and lists show a change by PATCH only this many milliseconds later, and no later change before it. */
  patchLagMs: z.number().min(0).max(MAX_LAG_MS),
  /** Reads of a lead that was changed by PATCH answer 404 for this many milliseconds. */
  patchHidesMs: z.number().min(0).max(MAX_LAG_MS),
  listLie: z.enum(LIST_LIES),
  /** Has effect where the shape pages. */
  pageLoop: z.enum(PAGE_LOOPS),
  /** This many next subscriptions are made, then the connection is cut without an answer. */
  dropAfterSubscribe: count,
  /** A key has one token at a time: issuing one ends the previous one. */
  singleToken: z.boolean(),
  /** Every token is refused with this status, while the token endpoint still issues them; 0: off. */
  refuseTokens: z.literal(TOKEN_REFUSALS),
  /** Extra copies of every delivery. */
  duplicateDeliveries: z.int().min(0).max(100),
  /** Deliveries are batched briefly and sent last first. */
  reorderDeliveries: z.boolean(),
  /** Deliveries wait until they are released. */
  holdDeliveries: z.boolean(),
  /** The connection of every REST and token call is destroyed. */
  down: z.boolean(),
  /** The calls that latency, errorRate, rateLimitedRate, refuseTokens and down apply to; empty: all of them. */
  onlyRoutes: z.array(z.enum(ROUTES)),
});
export type Faults = z.infer<typeof faultsSchema>;

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  errorRate: 0,
  errorStatus: 0,
  rateLimitedRate: 0,
  retryAfter: '',
  rejectCreates: 0,
  dropAfterStore: 0,
  dropBeforeStore: 0,
  truncateAfterStore: 0,
  hangAfterStore: 0,
  hangBeforeStore: 0,
  respondLateMs: 0,
  readLagMs: 0,
  listLagMs: 0,
  patchLagMs: 0,
  patchHidesMs: 0,
  listLie: 'none',
  pageLoop: 'none',
  dropAfterSubscribe: 0,
  singleToken: false,
  refuseTokens: 0,
  duplicateDeliveries: 0,
  reorderDeliveries: false,
  holdDeliveries: false,
  down: false,
  onlyRoutes: [],
};

export const settingsSchema = z.strictObject({
  /** Lifetime of tokens issued from now on, in seconds. */
  tokenSeconds: z
    .number()
    .min(1)
    .max(7 * 86_400),
  /** Calls per second and key before 429; 0: no limit. */
  requestsPerSecond: z.number().min(0).max(100_000),
  /** Wait before the second attempt of a delivery; doubles with each further one. */
  retryFirstMs: z.number().min(1).max(3_600_000),
  /** The longest wait between two attempts. */
  retryCapMs: z.number().min(1).max(86_400_000),
  /** How far the service's clock is ahead of this machine's, in times of leads and events; below 0: behind. */
  clockAheadMs: z.number().min(-86_400_000).max(86_400_000),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  tokenSeconds: 900,
  requestsPerSecond: 0,
  retryFirstMs: 1000,
  retryCapMs: 60_000,
  clockAheadMs: 0,
};
