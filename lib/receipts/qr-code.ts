import 'server-only';
import sharp from 'sharp';
import { encode } from 'uqr';

/** The light margin that a reader needs, in modules. */
const MARGIN = 4;

/**
 * The QR code of a text as a picture in a `data:` address, one pixel for each module.
 *
 * @param text at most about 2,900 bytes
 * @throws {Error} if it is longer
 */
export async function drawQrCode(text: string): Promise<string> {
  const { data, size } = encode(text, { ecc: 'L', border: MARGIN });
  const pixels = Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255));
  const raw = { width: size, height: size, channels: 1 } as const;
  const png = await sharp(pixels, { raw }).png({ palette: true, colours: 2 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
