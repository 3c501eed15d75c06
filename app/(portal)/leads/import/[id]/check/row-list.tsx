import { getLocale, getTranslations } from 'next-intl/server';
import { toDuplicatesResponse } from '@/app/api/duplicates/answer';
import { Pagination } from '@/components/ui/pagination';
import type { Viewer } from '@/lib/auth/viewer';
import { pageAddress } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { findDuplicates } from '@/lib/duplicates/find-duplicates';
import type { FormField } from '@/lib/forms/form-model';
import type { InputValue } from '@/lib/forms/input-values';
import { writeChoices } from '@/lib/imports/choice-cells';
import type { ImportForm, RowReading } from '@/lib/imports/import-form';
import type { StoredImport } from '@/lib/imports/imports';
import { listRows, type RowsShown, type RowView } from '@/lib/imports/list-rows';
import { regionsOfReader } from '@/lib/match-keys/phone';
import { RowCard } from './_parts/row-card';

type Props = {
  viewer: Viewer;
  stored: StoredImport;
  form: ImportForm;
  reading: RowReading;
  view: RowsShown;
  page: number;
  total: number;
};

/** One page of the rows of a kind. */
export async function RowList({ viewer, stored, form, reading, view, page, total }: Props) {
  const t = await getTranslations('Import');
  if (total === 0) return <p>{t('noRows')}</p>;
  const importId = stored.id;
  const { rows, pages } = await listRows(await getDb(), { importId, view, page, total, form, reading });
  const address = (number: number) => pageAddress(`/leads/import/${importId}/check`, { show: view }, number);
  return (
    <>
      <h2 className="sr-only">{t(`rows.${view}`, { count: total })}</h2>
      <ul className="space-y-3 pb-4">
        {rows.map((row) => (
          <RowCard key={row.position} importId={importId} version={form.whole.version} row={toCard(row)}>
            <Notes viewer={viewer} row={row} />
          </RowCard>
        ))}
      </ul>
      {pages > 1 && (
        <Pagination
          label={t('pagination')}
          current={t('page', { page, pages })}
          previous={{ text: t('previous'), href: page > 1 ? address(page - 1) : undefined }}
          next={{ text: t('next'), href: page < pages ? address(page + 1) : undefined }}
        />
      )}
    </>
  );
}

function toCard({ position, line, company, person, isLeftOut, wrong, others }: RowView) {
  return {
    position,
    line,
    isLeftOut,
    others,
    title: company || person,
    detail: company ? person : '',
    wrong: wrong.map(({ field, input, message }) => ({ field, message, shown: shownIn(field, input) })),
  };
}

/** Several choices as they are written in a file. */
const shownIn = ({ options = [] }: FormField, input: InputValue) =>
  Array.isArray(input) ? writeChoices(options, input) : input;

/** Why a row is shown, besides what is wrong with it. */
async function Notes({ viewer, row }: { viewer: Viewer; row: RowView }) {
  const t = await getTranslations('Import');
  const locale = await getLocale();
  const db = await getDb();
  const isKnown = row.knownBy !== undefined && row.knownBy !== 'sent' && row.contact !== undefined;
  const regions = regionsOfReader({ acceptLanguage: null, locale });
  const matches = isKnown ? await findDuplicates(db, viewer, { contact: row.contact ?? {}, regions }) : [];
  const known = await toDuplicatesResponse(db, { matches, locale });
  return (
    <>
      {row.twinLine !== undefined && <p>{t('sameAsLine', { line: row.twinLine })}</p>}
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
    </>
  );
}
