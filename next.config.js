import createNextIntlPlugin from 'next-intl/plugin';

/** On every answer, files and deliveries included. What differs from desk to desk is set by proxy.ts. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  {
    key: 'Permissions-Policy',
    value:
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Origin-Agent-Cluster', value: '?1' },
  { key: 'X-Permitted-Cross-Domain-Policies', value: 'none' },
];

/** Files need none. For pages proxy.ts puts its own in this place; a page that it ever missed could do nothing. */
const CONTENT_POLICY = {
  key: 'Content-Security-Policy',
  value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** A worker fetches under the policy of its own file: with `default-src 'none'` it would fail every page. */
const WORKER_POLICY = {
  key: 'Content-Security-Policy',
  value: "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** @type {import('next').NextConfig} */
const config = {
  // A folder with nothing in it but what runs is for the image (Dockerfile); `npm start` takes the usual build.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  poweredByHeader: false,
  // `scripts/lib/build.ts` names it.
  env: { SOURCE_COMMIT: process.env.SOURCE_COMMIT ?? '' },
  reactStrictMode: true,
  // The page itself names what is preloaded. As a header, the page that reads the offline page would load it again in vain.
  reactMaxHeadersLength: 0,
  // They load files beside themselves or keep native handles: bundling would break them.
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino'],
  // `npm test` checks the types; whoever builds to run the desk need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // A form is small; files come in by routes of their own (lib/http/refuse-request.ts).
  experimental: {
    serverActions: { bodySizeLimit: '1mb' },
    // Kept in memory of every request before any check. What takes files passes by proxy.ts.
    proxyClientMaxBodySize: '1100kb',
  },
  // For everybody, not bots only: a page has its title from the start, instead of some time after it is shown.
  htmlLimitedBots: /.*/,
  // No page shows pictures of others, and nobody is to have them fetched or drawn here.
  images: { unoptimized: true },
  headers: async () => [
    { source: '/:path*', headers: SECURITY_HEADERS },
    // What takes files sets its own (app/upload-route.ts), which would not replace this one.
    {
      source: '/((?!leads/import/upload$|admin/(?:brand/image|people/import)$).*)',
      headers: [CONTENT_POLICY],
    },
    { source: '/_next/static/service-worker/:path*', headers: [WORKER_POLICY] },
  ],
};

export default createNextIntlPlugin('./lib/auth/language.ts')(config);
