import type { MetadataRoute } from 'next';
import { getBrand } from '@/lib/brand/current';
import { accentOf } from '@/lib/brand/palette';

/** Depends on the brand. */
export const dynamic = 'force-dynamic';

/** The least that browsers take for an installed app, in pixels. */
const MIN_SIDE = 144;

/** What the desk is called and looks like on a home screen: the vendor's brand, for everyone. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, accent, icon } = await getBrand();
  const own =
    icon && Math.min(icon.width, icon.height) >= MIN_SIDE
      ? [{ src: icon.src, sizes: `${icon.width}x${icon.height}`, type: 'image/png' }]
      : undefined;
  return {
    id: '/',
    name,
    short_name: name.length > 12 ? (name.split(/\s+/)[0] ?? name) : name,
    start_url: '/leads',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: accentOf(accent).light.solid,
    icons: own ?? DEFAULT_ICONS,
  };
}

/** Made by scripts/assets/write-app-icons.ts. */
const DEFAULT_ICONS: MetadataRoute.Manifest['icons'] = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
