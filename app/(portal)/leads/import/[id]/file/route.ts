import { getLocale, getTranslations } from 'next-intl/server';
import { withErrorResponse } from '@/app/error-response';
import { getSignedIn } from '@/lib/auth/viewer';
import { decodeSegment } from '@/lib/core/address';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { getImportForm, interpretationOf } from '@/lib/imports/import-form';
import { findImport } from '@/lib/imports/imports';
import type { RowOutcome } from '@/lib/imports/progress';
import { streamResult } from '@/lib/imports/result-file';

/** Every row of an import with what became of it. Only for the person whose import it is. */
export const GET = withErrorResponse('/leads/import/[id]/file', readResult);

async function readResult(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  const { membership } = person;
  const id = decodeSegment(new URL(request.url).pathname.split('/').at(-2) ?? '');
  const db = await getDb();
  const viewer = membership && { ...person, membership };
  const stored = viewer && (await findImport(db, viewer, id));
  const form = await getImportForm(db, { t: await getTranslations('Form'), locale: await getLocale() });
  const interpretation = stored && form && interpretationOf(stored, form.model);
  if (!stored || !form || !interpretation) return new Response(null, { status: 404 });
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const head = ['row', 'company', 'person', 'outcome', 'leadId', 'reason'] as const;
  const texts = {
    head: head.map((name) => common(name)),
    outcome: (outcome: RowOutcome) => t(`outcome.${outcome}`),
    sameAsLine: (line: number) => t('sameAsLine', { line }),
    transferred: t('rowTransferred'),
  };
  const stream = streamResult(db, { viewer, importId: id, form, interpretation, texts, log: log() });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="import-result.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
