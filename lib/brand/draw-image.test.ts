import { describe, expect, it } from 'vitest';
import { alteredChunk, HTML, huge, picture, wordmark } from '@/tests/support/pictures';
import { drawImage } from './draw-image';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const faultOf = async (file: Uint8Array) => {
  const drawn = await drawImage(file, 'logo');
  return drawn.ok ? undefined : drawn.fault;
};

async function drawnOf(file: Uint8Array, kind: 'logo' | 'icon' = 'logo') {
  const drawn = await drawImage(file, kind);
  if (!drawn.ok) throw new Error(`It was refused: ${drawn.fault}.`);
  return drawn;
}

describe('a picture of the brand', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is drawn anew as a PNG from %s', async (format) => {
    const { bytes, image } = await drawnOf(await picture({ width: 320, height: 80, format }));
    expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG');
    expect(image).toMatchObject({ width: 320, height: 80 });
    expect(image.digest).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has the same address whenever it is uploaded, and another one for another picture', async () => {
    const [one, again, other] = await Promise.all([
      drawnOf(await picture({ width: 64, height: 64, color: '#3056d3' })),
      drawnOf(await picture({ width: 64, height: 64, color: '#3056d3' })),
      drawnOf(await picture({ width: 64, height: 64, color: '#3056d4' })),
    ]);
    expect(again.image.digest).toBe(one.image.digest);
    expect(other.image.digest).not.toBe(one.image.digest);
  });

  it('fits its box, keeps its shape, and is never enlarged', async () => {
    const large = await picture({ width: 3_000, height: 1_000 });
    expect((await drawnOf(large, 'logo')).image).toMatchObject({ width: 480, height: 160 });
    expect((await drawnOf(large, 'icon')).image).toMatchObject({ width: 192, height: 64 });
    const small = await picture({ width: 40, height: 20 });
    expect((await drawnOf(small)).image).toMatchObject({ width: 40, height: 20 });
  });

  it('lies as its camera held it, and then says nothing of the camera', async () => {
    const { bytes, image } = await drawnOf(
      await picture({ width: 200, height: 50, format: 'jpeg', orientation: 6 }),
    );
    expect(image).toMatchObject({ width: 40, height: 160 });
    expect(Buffer.from(bytes).includes('Exif')).toBe(false);
  });

  it('shows one frame only', async () => {
    const { bytes, image } = await drawnOf(await picture({ width: 60, height: 60, frames: 3 }));
    expect(image).toMatchObject({ width: 60, height: 60 });
    expect(Buffer.from(bytes).includes('ANIM')).toBe(false);
  });

  it('loses what follows or hides in it', async () => {
    const png = await picture({ width: 60, height: 60 });
    for (const file of [Buffer.concat([png, Buffer.from(HTML)]), alteredChunk(png, 'tEXt', HTML)]) {
      expect(file.includes(HTML)).toBe(true);
      expect(Buffer.from((await drawnOf(file)).bytes).includes('<script')).toBe(false);
    }
  });
});

describe('a refused picture', () => {
  it.each([
    ['an SVG', Buffer.from(SVG)],
    ['an SVG behind an XML declaration', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a GIF', Buffer.from(GIF, 'base64')],
    ['a BMP', Buffer.from('BM0000')],
    ['a page', Buffer.from(HTML)],
    ['a GIF that is a script, too', Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)')],
    ['a RIFF that is no WebP', Buffer.from('RIFF0000WAVEfmt ')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is of another format', async (_what, file) => {
    expect(await faultOf(file)).toBe('format');
  });

  it('has more pixels than anyone can show, however small its file', async () => {
    const file = huge({ width: 20_000, height: 20_000 });
    expect(file.length).toBeLessThan(1_000_000);
    expect(await faultOf(file)).toBe('size');
  });

  it('is cut off, or lies about what it is', async () => {
    const png = await picture({ width: 400, height: 400, noise: true });
    expect(await faultOf(png.subarray(0, png.length / 2))).toBe('format');
    const jpeg = await picture({ width: 400, height: 400, noise: true, format: 'jpeg' });
    expect(await faultOf(jpeg.subarray(0, jpeg.length / 2))).toBe('format');
    expect(await faultOf(Buffer.concat([png.subarray(0, 8), Buffer.from(SVG)]))).toBe('format');
    expect(await faultOf(Buffer.concat([png.subarray(0, 8), Buffer.from(GIF, 'base64')]))).toBe('format');
  });

  it.each([
    [8, 8],
    [1_000, 20],
    [15, 200],
  ])('is too small or too long to be seen: %i × %i', async (width, height) => {
    expect(await faultOf(await picture({ width, height }))).toBe('size');
  });
});

describe('a plate behind a picture', () => {
  it.each([
    ['black letters', '#0b0d12', ['dark']],
    ['white letters', '#ffffff', ['light']],
    ['letters in the middle', '#5b7fd6', []],
  ])('%s', async (_what, color, plates) => {
    expect((await drawnOf(await wordmark(color))).image.plates).toEqual(plates);
  });

  it('is not needed where the picture brings its own background', async () => {
    expect((await drawnOf(await picture({ width: 64, height: 64, color: '#000000' }))).image.plates).toEqual(
      [],
    );
  });
});
