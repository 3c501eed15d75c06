/**
 * The headers of an answer that a form asks for while it is open. Not `no-store`: having received that, Chrome no longer
 * keeps the page for Back, and with it what was typed. No cache keeps the answer to a POST or PUT without a time.
 */
export const NEVER_REUSED = { 'Cache-Control': 'private, no-cache' };
