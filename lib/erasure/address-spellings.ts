import 'server-only';
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The ways in which an address may be stored: `jörg@bücher.example` composed or not, and with its domain as mail servers
 * write it, `xn--bcher-kva.example`.
 *
 * @param email as `toEmailKey` makes it; the first of them
 */
export function spellingsOf(email: string): string[] {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  // Empty for what is no domain.
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].filter((one) => one !== '');
  const all = domains.map((one) => `${name}@${one}`);
  return [...new Set([email, ...all.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')])])];
}
