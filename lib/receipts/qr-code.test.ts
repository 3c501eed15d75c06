import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawQrCode } from './qr-code';

/** What a phone would read from the picture. */
async function scan(address: string): Promise<string | undefined> {
  const bytes = Buffer.from(address.replace('data:image/png;base64,', ''), 'base64');
  const picture = sharp(bytes).resize({ width: 600, kernel: 'nearest' }).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

it.each([
  ['a short text', 'https://desk.example/verify'],
  ['a receipt of usual length', `https://desk.example/verify#${'aB3-_.'.repeat(155)}`],
])('%s is read as it was written', async (_, text) => {
  expect(await scan(await drawQrCode(text))).toBe(text);
});

it('stays small enough to be a part of the page', async () => {
  const picture = await drawQrCode(`https://desk.example/verify#${'aB3-_.'.repeat(155)}`);
  expect(picture.length).toBeLessThan(4_000);
});
