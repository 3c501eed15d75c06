import messages from '@/messages/en.json';
import type { EditAnswer } from '../../support/invariants/truth/edits';

/** What a lead's page says about its lead. */
export type ShownLead = { shown: 'status'; status: string; confirmedAt: number } | { shown: 'deleted' };

/** The page's own account of when it was read, and how long before that the portal last confirmed the lead. */
const FRESHNESS =
  /\\"readAt\\":\\"([^"\\]+)\\".*?\\"confirmed\\":\{\\"text\\":\\"[^"\\]*\\",\\"seconds\\":([\d.]+)/s;
/** The badge before "since": the status as the portal calls it. */
const STATUS =
  /<span dir="auto"[^>]*>([^<]*)<\/span><\/span>(?:<span[^>]*>\([^)]*\)<\/span>)?<span[^>]*>since/;

/** Reads a lead's page; undefined if it is none, as a page that says that something went wrong. */
export function readLeadPage(html: string): ShownLead | undefined {
  if (html.includes(messages.Lead.deletedTitle)) return { shown: 'deleted' };
  const [, readAt, seconds] = FRESHNESS.exec(html) ?? [];
  const status = STATUS.exec(html)?.[1];
  if (!readAt || !seconds || status === undefined) return undefined;
  return { shown: 'status', status, confirmedAt: Date.parse(readAt) - Number(seconds) * 1000 };
}

const { gone, unreachable, outdated, unconfirmed } = messages.Edit;

/**
 * What the page after saving an edit says came of it.
 *
 * @param page where the person is now, and what they read there
 */
export function readEditAnswer(page: {
  leadId: string;
  status: number;
  path: string;
  text: string;
}): EditAnswer {
  const { leadId, status, path, text } = page;
  // Whatever that page shows: being sent there is what says that it is saved.
  if (path === `/leads/${leadId}`) return 'saved';
  if (status !== 200) return 'unclear';
  if ([gone, unreachable, outdated].some((sentence) => text.includes(sentence))) return 'not-saved';
  return text.includes(unconfirmed) ? 'unclear' : 'other';
}
