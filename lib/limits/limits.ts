import 'server-only';
import type { Limit } from './limit';

/** The rate limits. Generous for a person, tight for a program. */
export const LIMITS = {
  /** Requesting sign-in links from one network, if the settings identify it. A whole office may share one. */
  linkClient: { name: 'link-client', burst: 30, everyMs: 10_000 },
  /** Links for one address from one network. */
  mailLink: { name: 'mail-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one address from a browser in which it was proven before. */
  knownBrowserLink: { name: 'known-browser-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one known address from all other browsers together: the limit of its mailbox. */
  mailbox: { name: 'link-mailbox', burst: 15, everyMs: 3 * 60_000 },
  /** Requesting links for unknown addresses of one domain with a rule. */
  newcomerLinks: { name: 'newcomer-links', burst: 60, everyMs: 15_000 },
  /** Requesting links for unexpected addresses, all together: each writes a useless row. */
  strangerLinks: { name: 'stranger-links', burst: 60, everyMs: 10_000 },
  /** Links actually sent to known people, all together. */
  mailsToKnown: { name: 'mail-links', burst: 60, everyMs: 2_000 },
  /** Links actually sent to newcomers, all together. */
  mailsToNewcomers: { name: 'newcomer-mails', burst: 60, everyMs: 5_000 },
  /** Leads submitted and edited by one person. */
  leadWrites: { name: 'lead-writes', burst: 60, everyMs: 2_000 },
  /** Changes by one admin. */
  adminActs: { name: 'admin-acts', burst: 60, everyMs: 1_000 },
  /** Files exported by one person. */
  exports: { name: 'exports', burst: 10, everyMs: 30_000 },
  /** Audit log entries about one person requesting one admin-only page. */
  denials: { name: 'denials', burst: 1, everyMs: 3_600_000 },
  /** Audit log entries about one person signing in, or out everywhere. */
  signIns: { name: 'sign-ins', burst: 60, everyMs: 5 * 60_000 },
  /** Audit log entries about one address, or one company account, refused for one reason. */
  refusals: { name: 'refusals', burst: 3, everyMs: 3_600_000 },
  /**
   * Audit log entries about all refused sign-ins: anyone may be able to create an account at the company's
   * provider.
   */
  allRefusals: { name: 'all-refusals', burst: 200, everyMs: 60_000 },
} as const satisfies Record<string, Limit>;
