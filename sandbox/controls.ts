import * as z from 'zod';
import { ROUTES } from './model';

/** The switches a person or a test turns at run time: faults of the service, and its settings. */

const share = z.number().min(0).max(1);
const count = z.int().min(0).max(1_000_000);

export const faultsSchema = z.strictObject({
  /** Added before every answer and before every delivery, in milliseconds. */
  latencyMs: z.number().min(0).max(600_000),
  /** Share of calls answered with a 5xx before anything happens. */
  errorRate: share,
  /** Share of calls answered with 429 and Retry-After. */
  rateLimitedRate: share,
  /** The next so many creates are stored (and announced), then the connection is cut without an answer. */
  dropAfterStore: count,
  /** The next so many creates are cut before anything is stored. */
  dropBeforeStore: count,
  /** The next so many creates are stored, answered with their status and half of the body, then cut. */
  truncateAfterStore: count,
  /** Extra copies of every delivery. */
  duplicateDeliveries: z.int().min(0).max(100),
  /** Deliveries wait for each other a moment and leave last first. */
  reorderDeliveries: z.boolean(),
  /** Deliveries wait until they are released. */
  holdDeliveries: z.boolean(),
  /** Every REST and token call gets its connection destroyed. */
  down: z.boolean(),
  /** The calls that latency, errorRate, rateLimitedRate and down apply to; empty: all of them. */
  onlyRoutes: z.array(z.enum(ROUTES)),
});
export type Faults = z.infer<typeof faultsSchema>;

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  errorRate: 0,
  rateLimitedRate: 0,
  dropAfterStore: 0,
  dropBeforeStore: 0,
  truncateAfterStore: 0,
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
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  tokenSeconds: 900,
  requestsPerSecond: 0,
  retryFirstMs: 1000,
  retryCapMs: 60_000,
};
