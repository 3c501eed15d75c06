import { getTranslations } from 'next-intl/server';
import { withErrorResponse } from '@/app/error-response';
import { limitExports } from '@/app/limit-exports';
import { writeAudit } from '@/lib/audit/write-audit';
import { getTimeZone } from '@/lib/auth/time-zone';
import { findAdmin } from '@/lib/auth/viewer';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { filterSchema, toAuditQuery } from '../query';
import { streamAudit } from './stream-audit';

/** The filtered log as a file. Any size: it is streamed. */
export const POST = withErrorResponse('/admin/audit/export', exportLog);

async function exportLog(request: Request): Promise<Response> {
  const person = await findAdmin('/admin/audit/export');
  if (typeof person === 'number') return new Response(null, { status: person });
  const post = readPost(await request.formData().catch(() => undefined), filterSchema);
  if (!post.ok) return new Response(null, { status: 400 });
  const db = await getDb();
  const refused = await limitExports(db, person.personId);
  if (refused) return refused;
  const filter = post.input;
  const { from: firstDay, to: lastDay, ...others } = filter;
  await writeAudit(db, {
    by: person,
    event: 'audit.exported',
    subject: 'log',
    detail: { ...others, firstDay, lastDay },
    at: new Date(),
  });
  const query = toAuditQuery(filter, await getTimeZone());
  const stream = streamAudit(db, { query, t: await getTranslations('Audit'), log: log() });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="partner-desk-log.csv"',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
