import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const HTML = '<!doctype html><script>alert(document.domain)</script>';

type Picture = {
  width: number;
  height: number;
  color?: string;
  format?: 'png' | 'jpeg' | 'webp';
  /** EXIF's. */
  orientation?: number;
  /** More than one: an animated WebP. */
  frames?: number;
  /** Does not compress, so that a part of the file is a part of the picture. */
  noise?: true;
};

/** A picture of one color, or of noise. */
export async function picture(task: Picture): Promise<Buffer> {
  const { width, height, color = '#3056d3', format = 'png', orientation, frames = 1, noise } = task;
  const one = sharp({ create: { width, height, channels: 3, background: color } });
  if (noise) return withNoise(task);
  if (frames > 1) {
    const all = await Promise.all(
      Array.from({ length: frames }, (_, index) =>
        sharp({ create: { width, height, channels: 3, background: { r: index * 60, g: 90, b: 200 } } })
          .png()
          .toBuffer(),
      ),
    );
    return sharp(all, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
  }
  return (orientation ? one.withMetadata({ orientation }) : one).toFormat(format).toBuffer();
}

function withNoise({ width, height, format = 'png' }: Picture): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 2_654_435_761) >>> 13;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A wide logo: bars of one color on a transparent ground. */
export async function wordmark(color: string): Promise<Buffer> {
  const bar = await sharp({ create: { width: 40, height: 60, channels: 4, background: color } })
    .png()
    .toBuffer();
  return sharp({
    create: { width: 320, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([20, 80, 140, 200, 260].map((left) => ({ input: bar, left, top: 10 })))
    .png()
    .toBuffer();
}

/** A square logo: a sail of one color on a transparent ground. */
export function sail(color: string): Promise<Buffer> {
  const shape = `<path d="M30 4v38H6C10 24 18 12 30 4zM34 12c12 8 20 18 22 30H34zM4 46h56l-8 12H12z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256" fill="${color}">${shape}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A PNG of one bit per pixel, of any size in a small file. */
export function huge({ width, height }: { width: number; height: number }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** The PNG with one more chunk after its head. */
export function alteredChunk(png: Buffer, type: string, text: string): Buffer {
  const headEnd = 8 + 25;
  const added = chunk(type, Buffer.from(`Comment\0${text}`));
  return Buffer.concat([png.subarray(0, headEnd), added, png.subarray(headEnd)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
