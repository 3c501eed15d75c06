import 'server-only';

const MAX_LENGTH = 2_048;

/**
 * Where to go after signing in or out: `target` if it stays on this desk, else its first page.
 * Takes anything a stranger may put into the address, and never throws.
 */
export function safeCallbackUrl(target: string | undefined, appUrl: string): string {
  if (!target || target.length > MAX_LENGTH || !URL.canParse(target, appUrl)) return appUrl;
  const url = new URL(target, appUrl);
  const home = new URL(appUrl);
  // Not by `origin`: a blob address has the origin of what it was made on.
  const stays = url.protocol === home.protocol && url.host === home.host && !url.username && !url.password;
  // Encoded slashes at the front are read differently by different browsers and proxies.
  const plain = !/^(\/|\\|%2f|%5c){2}|^\/(%2f|%5c)/i.test(url.pathname);
  // What only programs ask for is no page to come back to, and the way to sign in would lead round in circles.
  const isPage = !url.pathname.startsWith('/api/');
  return stays && plain && isPage ? url.href : appUrl;
}
