import { answerFailure } from '@/app/answer-failure';
import { tooMany } from '@/app/too-many';
import { findAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { exportPeople } from '@/lib/people/export';

/** All people as a CSV file. A POST, because the export is audited. */
export const POST = answerFailure('/admin/people/export', exportEverybody);

async function exportEverybody(): Promise<Response> {
  const admin = await findAdmin('/admin/people/export');
  if (typeof admin === 'number') return new Response(null, { status: admin });
  const db = await getDb();
  const rateLimitMessage = await checkRateLimit(db, { limit: LIMITS.exports, subject: admin.personId });
  if (rateLimitMessage) return tooMany(rateLimitMessage);
  return new Response(await exportPeople(db, { by: admin, now: new Date() }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="people.csv"',
    },
  });
}
