import 'server-only';

/**
 * The content security policy of one answer. Scripts and styles need this answer's nonce or our origin, nothing
 * may frame the page, and nothing is loaded from elsewhere. Forms end here: whoever is led out to the company's
 * sign-in follows a link, because browsers hold a form to `form-action` through all its redirects.
 *
 * @param isDevelopment hot reload needs more: React evaluates code to name the places of errors, and Next's tools put
 * styles of their own into the page
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
  // A nonce beside it would switch 'unsafe-inline' off.
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
