import messages from '@/messages/en.json';
import type { EditResponse } from '../../support/invariants/truth/edits';

export type ShownLead = { shown: 'status'; status: string; confirmedAt: number } | { shown: 'deleted' };

/** When the page says it was read, and how long before that the portal last confirmed the lead. */
const FRESHNESS =
  /\\"readAt\\":\\"([^"\\]+)\\".*?\\"confirmed\\":\{\\"text\\":\\"[^"\\]*\\",\\"seconds\\":([\d.]+)/s;
/** The badge before "since": the portal's name of the status. */
const STATUS =
  /<span dir="auto"[^>]*>([^<]*)<\/span><\/span>(?:<span[^>]*>\([^)]*\)<\/span>)?<span[^>]*>since/;

/** Reads a lead's page; undefined for any other page, such as an error page. */
export function readLeadPage(html: string): ShownLead | undefined {
  if (html.includes(messages.Lead.deletedTitle)) return { shown: 'deleted' };
  const [, readAt, seconds] = FRESHNESS.exec(html) ?? [];
  const status = STATUS.exec(html)?.[1];
  if (!readAt || !seconds || status === undefined) return undefined;
  return { shown: 'status', status, confirmedAt: Date.parse(readAt) - Number(seconds) * 1000 };
}

const { gone, unreachable, unconfirmed } = messages.Edit;
const { unrecognised } = messages.Form;

/**
 * The outcome of an edit according to the page after saving.
 *
 * @param page the person's current page and its text
 */
export function readEditResponse(page: {
  leadId: string;
  status: number;
  path: string;
  text: string;
}): EditResponse {
  const { leadId, status, path, text } = page;
  // The redirect itself means saved, whatever that page shows.
  if (path === `/leads/${leadId}`) return 'saved';
  if (status !== 200) return 'unclear';
  if ([gone, unreachable, unrecognised].some((sentence) => text.includes(sentence))) return 'not-saved';
  return text.includes(unconfirmed) ? 'unclear' : 'other';
}
