import 'server-only';
import type { Limit } from './limit';

/** What may be done how often. Generous for a person, tight for a program. */
export const LIMITS = {
  /** Links by mail for one address. */
  mailLink: { name: 'mail-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links by mail for all addresses together: nobody sends mail to the world through this desk. */
  mailLinks: { name: 'mail-links', burst: 60, everyMs: 2_000 },
  /** Leads submitted and edited by one person. */
  leadWrites: { name: 'lead-writes', burst: 60, everyMs: 2_000 },
  /** What one admin changes. */
  adminActs: { name: 'admin-acts', burst: 60, everyMs: 1_000 },
  /** Files one person takes away. */
  exports: { name: 'exports', burst: 10, everyMs: 30_000 },
} as const satisfies Record<string, Limit>;
