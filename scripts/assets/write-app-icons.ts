import { readFileSync } from 'node:fs';
import sharp from 'sharp';

/** The default icons of the installed app, drawn from the desk's own. A mask may cut off a fifth at each edge. */
const source = readFileSync('public/icon.svg');
const BLUE = '#1d4b8f';

for (const size of [192, 512]) {
  await sharp(source, { density: 72 * (size / 32) })
    .resize(size, size)
    .png()
    .toFile(`public/icon-${size}.png`);
}
const inner = await sharp(source, { density: 72 * 16 })
  .resize(410, 410)
  .png()
  .toBuffer();
await sharp({ create: { width: 512, height: 512, channels: 3, background: BLUE } })
  .composite([{ input: inner, gravity: 'center' }])
  .png()
  .toFile('public/icon-maskable-512.png');
