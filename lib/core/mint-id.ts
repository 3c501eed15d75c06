/** A new id in the server's format: 120 bits of entropy. */
export function mintId(prefix: 'sub' | 'dft' | 'rev'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return `${prefix}_${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`;
}
