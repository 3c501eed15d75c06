import createNextIntlPlugin from 'next-intl/plugin';

const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** @type {import('next').NextConfig} */
const config = {
  // A folder with nothing in it but what runs is for the image (Dockerfile); `npm start` takes the usual build.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  poweredByHeader: false,
  reactStrictMode: true,
  // They load files beside themselves or keep native handles: bundling would break them.
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino'],
  // `npm test` checks the types; whoever builds to run the desk need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // A form is small; imports of spreadsheets get a route of their own.
  experimental: { serverActions: { bodySizeLimit: '1mb' } },
  headers: async () => [{ source: '/:path*', headers: SECURITY_HEADERS }],
};

export default createNextIntlPlugin('./lib/i18n/request.ts')(config);
