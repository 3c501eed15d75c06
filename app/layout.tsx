import './globals.css';
import type { Metadata, Viewport } from 'next';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { env } from '@/lib/core/env';
import { getTheme } from '@/lib/i18n/preferences';

export function generateMetadata(): Metadata {
  const name = env().BRAND_NAME;
  return { title: { template: `%s – ${name}`, default: name }, robots: { index: false } };
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** Every page depends on the viewer: nothing is prerendered. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={await getLocale()} data-theme={await getTheme()}>
      <body>{children}</body>
    </html>
  );
}
