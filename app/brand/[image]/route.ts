import { digestIn } from '@/lib/brand/image-path';
import { readBrandImage } from '@/lib/brand/images';
import { getDb } from '@/lib/db/handle';

/**
 * A picture of the brand, for everyone: the sign-in page and mails show it. Its address is its content, so that it is
 * kept for ever.
 */
export async function GET(request: Request): Promise<Response> {
  const digest = digestIn(new URL(request.url).pathname);
  const bytes = digest && (await readBrandImage(await getDb(), digest));
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
}
