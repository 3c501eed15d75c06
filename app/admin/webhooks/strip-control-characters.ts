import 'server-only';

/**
 * Bytes from elsewhere as text that does nothing: what is no plain sign of ASCII stands there as `\x1b`, so that no
 * control sequence, markup or hidden mark acts on whoever looks at it.
 */
export function inertBytes(bytes: Uint8Array): string {
  return Array.from(bytes, toSign).join('');
}

const BACKSLASH = 0x5c;

function toSign(byte: number): string {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== BACKSLASH;
  return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
