import 'server-only';
import { createHash } from 'node:crypto';
import { wcagContrast } from 'culori/fn';
import sharp, { type SharpOptions } from 'sharp';
import { THEMES, type Theme } from '@/lib/core/theme';
import type { ImageFault } from './image-limits';
import { SURFACES } from './palette';
import type { BrandImage, BrandImageKind } from './setting';

/** Its pixels are what a picture costs to read. */
const MAX_PIXELS = 4096 * 4096;
const TIMEOUT_SECONDS = 10;

/** The smallest side, and how many times as long the other one may be: it has to be seen. */
const MIN_SIDE = 16;
const MAX_RATIO = 16;

/** Sharp on screens with three pixels for one. */
const BOXES = {
  logo: { width: 640, height: 160 },
  icon: { width: 192, height: 192 },
} as const satisfies Record<BrandImageKind, { width: number; height: number }>;

export type DrawnImage =
  | { ok: true; bytes: Uint8Array; image: BrandImage }
  | { ok: false; fault: ImageFault };

// Whatever the bytes claim to be, no other reader ever sees them. SVG in particular can load files and run for ever.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Pictures come one at a time, and rarely: nothing is kept between them.
sharp.cache(false);

const DECODING: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 };

/**
 * Draws an uploaded picture anew as a PNG of bounded size. Nothing of the file but its pixels remains: no metadata, no
 * second frame, no bytes before or after the picture.
 */
export async function drawImage(file: Uint8Array, kind: BrandImageKind): Promise<DrawnImage> {
  if (!isPicture(file)) return { ok: false, fault: 'format' };
  try {
    const { width, height } = await sharp(file, DECODING).metadata();
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    if (width * height > MAX_PIXELS || short < MIN_SIDE || long > short * MAX_RATIO) {
      return { ok: false, fault: 'size' };
    }
    return { ok: true, ...(await draw(file, kind)) };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return { ok: false, fault: isTooLarge ? 'size' : 'format' };
  }
}

async function draw(
  file: Uint8Array,
  kind: BrandImageKind,
): Promise<{ bytes: Uint8Array; image: BrandImage }> {
  const { data, info } = await sharp(file, DECODING)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const digest = createHash('sha256').update(data).digest('hex').slice(0, 32);
  const { width, height } = info;
  return { bytes: data, image: { digest, width, height, plates: await platesOf(data) } };
}

const starts = (file: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => file[at + index] === byte);

/** By its first bytes: names and stated types are the sender's. */
function isPicture(file: Uint8Array): boolean {
  const isPng = starts(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const isJpeg = starts(file, [0xff, 0xd8, 0xff]);
  const isWebp = starts(file, [0x52, 0x49, 0x46, 0x46]) && starts(file, [0x57, 0x45, 0x42, 0x50], 8);
  return isPng || isJpeg || isWebp;
}

/** Below this contrast with a surface a part of a picture is lost on it. */
const LOST_BELOW = 2;
/** The share of visible pixels from which a picture needs a plate. */
const LOST_SHARE = 1 / 3;
/** A picture that fills its box brings its own background. */
const FILLED_SHARE = 0.95;

/** The themes whose surface hides too much of the picture. */
async function platesOf(png: Uint8Array): Promise<Theme[]> {
  const { data } = await sharp(png)
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const visible: { mode: 'rgb'; r: number; g: number; b: number }[] = [];
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha >= 128) visible.push({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
  }
  if (visible.length / (data.length / 4) > FILLED_SHARE) return [];
  return THEMES.filter((theme) => {
    const lost = visible.filter((color) => wcagContrast(color, SURFACES[theme].surface) < LOST_BELOW);
    return lost.length > visible.length * LOST_SHARE;
  });
}
