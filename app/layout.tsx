import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AccentStyle } from '@/components/shell/accent-style';
import { FailureTextsProvider } from '@/components/shell/failure-texts';
import { getLanguage } from '@/lib/auth/language';
import { getBrand } from '@/lib/brand/current';
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

export async function generateMetadata(): Promise<Metadata> {
  const { name, icon } = await getBrand();
  return {
    title: { template: `%s – ${name}`, default: name },
    icons: { icon: icon ? { url: icon.src, type: 'image/png' } : DEFAULT_ICONS, apple: icon?.src },
    robots: { index: false },
  };
}

/** As files: the first one for browsers that draw SVG. */
const DEFAULT_ICONS = [
  { url: '/icon.svg', type: 'image/svg+xml' },
  { url: '/favicon.ico', sizes: '32x32' },
];

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** Every page depends on the viewer: nothing is prerendered. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, tag } = await getLanguage();
  const { broken } = await loadCatalogue(locale);
  const { style } = await getBrand();
  return (
    <html lang={tag} className={inter.variable} data-theme={await getTheme()}>
      <body>
        <AccentStyle nonce={(await headers()).get('x-nonce') ?? undefined} style={style ?? ''} />
        <FailureTextsProvider texts={broken}>{children}</FailureTextsProvider>
      </body>
    </html>
  );
}
