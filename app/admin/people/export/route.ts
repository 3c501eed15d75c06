import { withErrorResponse } from '@/app/error-response';
import { limitExports } from '@/app/limit-exports';
import { findAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { exportPeople } from '@/lib/people/export';

/** All people as a CSV file. A POST, because the export is audited. */
export const POST = withErrorResponse('/admin/people/export', exportEverybody);

async function exportEverybody(): Promise<Response> {
  const admin = await findAdmin('/admin/people/export');
  if (typeof admin === 'number') return new Response(null, { status: admin });
  const db = await getDb();
  const refused = await limitExports(db, admin.personId);
  if (refused) return refused;
  return new Response(await exportPeople(db, { by: admin, now: new Date() }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="people.csv"',
    },
  });
}
