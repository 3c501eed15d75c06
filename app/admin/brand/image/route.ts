import { uploadRoute } from '@/app/upload-route';
import { findAdmin } from '@/lib/auth/viewer';
import { queryAddress } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { takeImage } from '../take-image';

/**
 * Takes a logo or an icon. Responds with JSON if requested, else by returning to the page, which says what became of it.
 */
export const POST = uploadRoute('/admin/brand/image', async (request) => {
  const admin = await findAdmin('/admin/brand/image');
  if (typeof admin === 'number') return new Response(null, { status: admin });
  const taken = await takeImage(request, { db: await getDb(), by: admin, now: new Date() });
  if (request.headers.get('accept')?.includes('application/json')) return Response.json(taken);
  const { image, outcome } = taken;
  const location = queryAddress('/admin/brand', { image, outcome });
  return new Response(null, { status: 303, headers: { Location: location } });
});
