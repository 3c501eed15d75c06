import 'server-only';

/**
 * The content security policy of one answer. Scripts and styles need this answer's nonce or our origin, nothing
 * may frame the page, and nothing is loaded from elsewhere. Forms end here: whoever is led out to the company's
 * sign-in follows a link, because browsers hold a form to `form-action` through all its redirects.
 */
export function pagePolicy({ nonce, appUrl }: { nonce: string; appUrl: string }): string {
  const isSecure = appUrl.startsWith('https:');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
