import { getLocale, getTranslations } from 'next-intl/server';
import { withErrorResponse } from '@/app/error-response';
import { getSignedIn } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { CSV_MARK, toCsv } from '@/lib/export-files/csv';
import { getImportForm } from '@/lib/imports/import-form';

/** An empty file with a column for each field of the current form. */
export const GET = withErrorResponse('/leads/import/template', readTemplate);

async function readTemplate(): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  if (!person.membership) return new Response(null, { status: 404 });
  const form = await getImportForm(await getDb(), {
    t: await getTranslations('Form'),
    locale: await getLocale(),
  });
  if (!form) return new Response(null, { status: 404 });
  const csv = toCsv([form.model.fields.map(({ label }) => label)]);
  return new Response(`${CSV_MARK}${csv}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="leads.csv"',
    },
  });
}
