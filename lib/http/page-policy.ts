import 'server-only';

/**
 * The content security policy of one response. Scripts and styles need the response's nonce or our origin,
 * the page cannot be framed, and nothing is loaded from elsewhere. Forms stay on this origin: the way to the
 * company's sign-in is a link, because browsers apply `form-action` to all redirects of a form.
 *
 * @param isDevelopment hot reload needs more: React evaluates code to locate errors, and Next's tools add
 * their own styles to the page
 */
export function pagePolicy({
  nonce,
  appUrl,
  isDevelopment = false,
}: {
  nonce: string;
  appUrl: string;
  isDevelopment?: boolean;
}): string {
  const isSecure = appUrl.startsWith('https:');
  // A nonce next to it would disable 'unsafe-inline'.
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "script-src-attr 'none'",
    `style-src 'self' ${styles}`,
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
