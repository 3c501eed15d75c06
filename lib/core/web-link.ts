/** Longer links are typing errors; in characters. */
const MAX_LENGTH = 500;

const EMAIL = /^[^\s@:/?#&]+@[^\s@:/?#&.]+(?:\.[^\s@:/?#&.]+)+$/;
const HOST_FIRST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]|$)/i;
const FORBIDDEN = /[\s\p{Cc}\p{Cf}]/u;

/**
 * A link for a page or a mail: https or http, without user and password; `partner.example/help` gets its https.
 * Undefined for anything else: a link with another scheme may run a script.
 *
 * @param allows.email also an email address, with or without `mailto:`
 */
export function toWebLink(typed: string, allows: { email: boolean }): string | undefined {
  const text = typed.trim();
  if (text === '' || text.length > MAX_LENGTH || FORBIDDEN.test(text)) return undefined;
  const email = text.replace(/^mailto:/i, '');
  if (EMAIL.test(email)) return allows.email ? `mailto:${email}` : undefined;
  const address = HOST_FIRST.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
