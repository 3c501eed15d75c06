import 'server-only';
import type { Limit } from './limit';

/** What may be done how often. Generous for a person, tight for a program. */
export const LIMITS = {
  /** Asking for links by mail from one network, where the settings say how to know it. A whole office may be one. */
  linkClient: { name: 'link-client', burst: 30, everyMs: 10_000 },
  /** Links for one address from one network. */
  mailLink: { name: 'mail-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one address from a browser in which it was proved before. */
  knownBrowserLink: { name: 'known-browser-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one known address from everywhere else together: what its mailbox may get. */
  mailbox: { name: 'link-mailbox', burst: 15, everyMs: 3 * 60_000 },
  /** Asking for links to addresses of one domain with a rule, of which nobody is known yet. */
  newcomerLinks: { name: 'newcomer-links', burst: 60, everyMs: 15_000 },
  /** Asking for links to addresses that nobody expects, all together: so many rows are written for nothing. */
  strangerLinks: { name: 'stranger-links', burst: 60, everyMs: 10_000 },
  /** Links that are really sent to those who are known, all together. */
  mailsToKnown: { name: 'mail-links', burst: 60, everyMs: 2_000 },
  /** Links that are really sent to newcomers, all together. */
  mailsToNewcomers: { name: 'newcomer-mails', burst: 60, everyMs: 5_000 },
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
