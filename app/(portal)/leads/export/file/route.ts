import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { withErrorResponse } from '@/app/error-response';
import { limitExports } from '@/app/limit-exports';
import { writeAudit } from '@/lib/audit/write-audit';
import { getTimeZone } from '@/lib/auth/time-zone';
import { getSignedIn } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { EXPORT_FORMATS, type ExportFormat, streamTable } from '@/lib/export-files/stream-table';
import { countExported, EXPORT_COLUMNS, exportLeads } from '@/lib/exports/export-leads';
import type { ColumnLabels } from '@/lib/exports/lead-columns';
import { postedText, readPost } from '@/lib/http/read-post';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { parseLeadsQuery } from '@/lib/leads/parse-query';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const text = postedText(4_000).optional();
/** All of the list's query but its page. */
const filter = {
  q: text,
  show: text,
  status: text,
  agent: text,
  waiting: text,
  import: text,
  from: text,
  to: text,
  days: text,
  sort: text,
  dir: text,
} satisfies Record<Exclude<keyof LeadsQuery, 'page' | 'size' | 'after' | 'before'>, typeof text>;
const exportSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  columns: z.enum(EXPORT_COLUMNS),
  ...filter,
});

/** The leads of the filtered list as a file. Any size: it is streamed. */
export const POST = withErrorResponse('/leads/export/file', exportFile);

async function exportFile(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  const { membership } = person;
  if (!membership) return new Response(null, { status: 404 });
  const post = readPost(await request.formData().catch(() => undefined), exportSchema);
  if (!post.ok) return new Response(null, { status: 400 });
  const viewer = { ...person, membership };
  const db = await getDb();
  const refused = await limitExports(db, viewer.personId);
  if (refused) return refused;
  const { format, columns, ...filtered } = post.input;
  const query = parseLeadsQuery(filtered);
  const locale = await getLocale();
  const timeZone = await getTimeZone();
  const common = await getTranslations('Common');
  const form = await getTranslations('Form');
  const labels = {
    yes: form('yes'),
    no: form('no'),
    timeZone,
    heading: await headings(),
    statusOverrides: await getStatusOverrides(db, locale),
  };
  const onError = (error: unknown) => log().error('leads.export-failed', { reason: reasonOf(error) });
  const table = await exportLeads(db, viewer, { query, columns, labels, locale });
  const { count } = await countExported(db, viewer, { query, timeZone });
  await writeAudit(db, {
    by: viewer,
    event: 'leads.exported',
    subject: format,
    at: new Date(),
    detail: { leads: count },
  });
  return new Response(streamTable(table, { format, name: common('leads'), onError }), {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="leads.${format}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** As the list names its columns. */
async function headings(): Promise<ColumnLabels['heading']> {
  const common = await getTranslations('Common');
  const ofList = await getTranslations('Leads.columns');
  return (fact) => {
    if (fact === 'id') return common('leadId');
    return fact === 'company' || fact === 'person' ? common(fact) : ofList(fact);
  };
}
