import { getLocale, getTranslations } from 'next-intl/server';
import { toDuplicatesResponse } from '@/app/api/duplicates/response';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { buttonClass } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import type { Viewer } from '@/lib/auth/viewer';
import { pageAddress } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { findDuplicates } from '@/lib/duplicates/find-duplicates';
import type { ImportForm, RowInterpretation } from '@/lib/imports/import-form';
import type { StoredImport } from '@/lib/imports/imports';
import { listRows, type RowCounts, type RowsShown, type RowView } from '@/lib/imports/list-rows';
import { nameShown } from '@/lib/imports/page-shown';
import { regionsOfReader } from '@/lib/match-keys/phone';
import { canBeLeftOut, MAX_FIXES, RowTable } from './_parts/row-table';
import { SameValues } from './_parts/same-values';

type Props = {
  viewer: Viewer;
  stored: StoredImport;
  form: ImportForm;
  interpretation: RowInterpretation;
  view: RowsShown;
  page: number;
  counts: RowCounts;
};

/** One page of the rows of a kind, with one button for all that is corrected there. */
export async function RowList({ viewer, stored, form, interpretation, view, counts, ...query }: Props) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const total = counts[view];
  if (total === 0) return <p>{common('noMatch')}</p>;
  const importId = stored.id;
  const listed = { importId, view, page: query.page, total, form, interpretation };
  const { rows, page, pages } = await listRows(await getDb(), listed);
  const address = (number: number) => pageAddress(`/leads/import/${importId}/check`, { show: view }, number);
  const fixed = rows.flatMap(({ position, wrong }) =>
    wrong.slice(0, MAX_FIXES).map(({ field: { key }, shown }) => ({ position, key, shown })),
  );
  const shown = nameShown(rows.filter(canBeLeftOut), fixed);
  return (
    <>
      <SameValues>
        <ActionForm
          id="import-rows"
          command="save"
          about={{ import: importId, version: form.whole.version, ...shown }}
        >
          {/* Enter in a text field presses the first button of its form: that saves, and makes no draft. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
          <h2 className="sr-only">{t(`rows.${view}`, { count: total })}</h2>
          <RowTable
            label={t(`rows.${view}`, { count: total })}
            rows={await Promise.all(rows.map((row) => withNotes(viewer, row)))}
            fields={form.model.fields}
          />
          <div className="bottom-(--notice-height) z-1 flex flex-wrap items-center gap-x-3 gap-y-2 bg-page py-3 tall:sticky">
            <SubmitButton variant="primary">{t('saveRows')}</SubmitButton>
            {counts.wrong > 0 && counts.ready > 0 && (
              <a href={`/leads/import/${importId}/send`} className={buttonClass({ variant: 'ghost' })}>
                {t('goOn', { count: counts.ready })}
              </a>
            )}
          </div>
        </ActionForm>
      </SameValues>
      {pages > 1 && (
        <Pagination
          label={common('pages')}
          current={common('pageOf', { page, pages })}
          previous={{ text: common('previous'), href: page > 1 ? address(page - 1) : undefined }}
          next={{ text: common('next'), href: page < pages ? address(page + 1) : undefined }}
        />
      )}
    </>
  );
}

/** A row with why it is shown, besides what is wrong with it. */
async function withNotes(viewer: Viewer, row: RowView) {
  return Object.assign({ notes: await Notes({ viewer, row }) }, row);
}

async function Notes({ viewer, row }: { viewer: Viewer; row: RowView }) {
  const t = await getTranslations('Import');
  const locale = await getLocale();
  const db = await getDb();
  const isKnown = row.knownBy !== undefined && row.knownBy !== 'sent' && row.contact !== undefined;
  const regions = regionsOfReader({ acceptLanguage: null, locale });
  const matches = isKnown ? await findDuplicates(db, viewer, { contact: row.contact ?? {}, regions }) : [];
  const known = await toDuplicatesResponse(db, { matches, locale });
  const { duplicateOfLine: line } = row;
  return (
    <div className="text-sm">
      {line !== undefined && <p>{t(row.isRepeat ? 'repeatOfLine' : 'sameAsLine', { line })}</p>}
      {row.knownBy === 'sent' && <p>{t('sentBeforeRow')}</p>}
      {known.matches.map(({ text, note, href }) => (
        <p key={`${text}${href}`}>
          {href ? (
            <a href={href} className="text-accent underline">
              {text}
            </a>
          ) : (
            text
          )}
          {note && <span className="block text-muted">{note}</span>}
        </p>
      ))}
    </div>
  );
}
