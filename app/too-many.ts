/** The answer to one request too many for a file, in words that a browser shows. */
export function tooMany(message: string): Response {
  return new Response(message, { status: 429, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
