import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FailureTextsProvider } from '@/components/shell/failure-texts';
import { getLanguage } from '@/lib/auth/language';
import { accentStyle } from '@/lib/brand/accent-style';
import { env } from '@/lib/core/env';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { getTheme } from '@/lib/i18n/preferences';

/** Made by scripts/assets/write-font.ts; its fallback has the same metrics, so that nothing moves when it arrives. */
const inter = localFont({
  src: './fonts/inter.woff2',
  weight: '400 600',
  display: 'swap',
  variable: '--font-inter',
  adjustFontFallback: 'Arial',
});

export function generateMetadata(): Metadata {
  const name = env().BRAND_NAME;
  return { title: { template: `%s – ${name}`, default: name }, robots: { index: false } };
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** Every page depends on the viewer: nothing is prerendered. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, tag } = await getLanguage();
  const { broken } = await loadCatalogue(locale);
  return (
    <html lang={tag} className={inter.variable} data-theme={await getTheme()}>
      <body>
        <AccentStyle />
        <FailureTextsProvider texts={broken}>{children}</FailureTextsProvider>
      </body>
    </html>
  );
}

/** The vendor's color over the default one; the page policy lets it pass by its nonce. */
async function AccentStyle() {
  const { BRAND_ACCENT } = env();
  if (!BRAND_ACCENT) return null;
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // Browsers hide a nonce from scripts, so that it always seems to differ.
    <style nonce={nonce} suppressHydrationWarning>
      {accentStyle(BRAND_ACCENT)}
    </style>
  );
}
