import 'server-only';
import type { Limit } from './limit';

/** What may be done how often. Generous for a person, tight for a program. */
export const LIMITS = {
  /** Links by mail for one address. */
  mailLink: { name: 'mail-link', burst: 5, everyMs: 3 * 60_000 },
  /** Asking for links, whoever asks: so many rows may be written. */
  linkRequests: { name: 'link-requests', burst: 600, everyMs: 100 },
  /** Links that are really sent, to all addresses together. Who nobody expects here takes nothing away from it. */
  mailLinks: { name: 'mail-links', burst: 60, everyMs: 2_000 },
  /** Leads submitted and edited by one person. */
  leadWrites: { name: 'lead-writes', burst: 60, everyMs: 2_000 },
  /** What one admin changes. */
  adminActs: { name: 'admin-acts', burst: 60, everyMs: 1_000 },
  /** Files one person takes away. */
  exports: { name: 'exports', burst: 10, everyMs: 30_000 },
  /** Entries of the log about one person asking for one page that only admins may see. */
  denials: { name: 'denials', burst: 1, everyMs: 3_600_000 },
  /** Entries of the log about one person signing in, or out everywhere. */
  signIns: { name: 'sign-ins', burst: 60, everyMs: 5 * 60_000 },
  /** Entries of the log about one address, or one company account, that is refused for one reason. */
  refusals: { name: 'refusals', burst: 3, everyMs: 3_600_000 },
  /** Entries of the log about sign-ins that are refused, whosever: at a company anybody may have made an account. */
  allRefusals: { name: 'all-refusals', burst: 200, everyMs: 60_000 },
} as const satisfies Record<string, Limit>;
