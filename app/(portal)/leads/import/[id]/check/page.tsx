import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { getDb } from '@/lib/db/handle';
import { findAskedFormats, findUsedFormats } from '@/lib/imports/asked-formats';
import type { ImportForm, RowInterpretation } from '@/lib/imports/import-form';
import { countHidden, isChangeable, type StoredImport } from '@/lib/imports/imports';
import {
  countRows,
  listWrongFields,
  ROW_VIEWS,
  type RowCounts,
  type RowsShown,
  WHOLE_VIEWS,
} from '@/lib/imports/list-rows';
import { ImportSteps } from '../../_parts/import-steps';
import { importAction } from '../../actions';
import { openSteps } from '../../open-steps';
import { RowFilter } from '../_parts/row-filter';
import { loadImport, readPageQuery, type StepProps } from '../load';
import { FormatForm } from './_parts/format-form';
import { RowList } from './row-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Import'))('checkRows') };
}

export default async function CheckPage({ params, searchParams }: StepProps) {
  const { viewer, stored, form, interpretation } = await loadImport((await params).id, 'check');
  if (!isChangeable(stored)) redirect(`/leads/import/${stored.id}/send`);
  if (!interpretation) redirect(`/leads/import/${stored.id}/columns`);
  const t = await getTranslations('Import');
  const isChecked = stored.checkedBy === form.whole.version;
  const counts = await countRows(await getDb(), stored.id);
  return (
    <>
      <PortalHeader viewer={viewer} />
      <ActionArea action={importAction}>
        <PageHeading title={t('checkRows')} detail={stored.fileName || t('pasted')} />
        <ImportSteps id={stored.id} current="check" open={openSteps(stored)} />
        {isChecked ? (
          <Checked
            viewer={viewer}
            stored={stored}
            form={form}
            interpretation={interpretation}
            counts={counts}
            query={await readPageQuery(searchParams)}
          />
        ) : (
          <CheckAgain stored={stored} />
        )}
      </ActionArea>
    </>
  );
}

/** The form is another one than the rows were checked by. */
async function CheckAgain({ stored }: { stored: StoredImport }) {
  const t = await getTranslations('Import');
  return (
    <div className="space-y-4">
      <Banner tone="warn" title={t(stored.pausedBy ? `endedBy.${stored.pausedBy}` : 'checkAgain')} />
      <ActionForm command="check" about={{ import: stored.id }}>
        <SubmitButton variant="primary">{t('checkRows')}</SubmitButton>
      </ActionForm>
    </div>
  );
}

type CheckedProps = {
  viewer: Awaited<ReturnType<typeof loadImport>>['viewer'];
  stored: StoredImport;
  form: ImportForm;
  interpretation: RowInterpretation;
  counts: RowCounts;
  query: { page: number; show: unknown };
};

async function Checked({ viewer, stored, form, interpretation, counts, query }: CheckedProps) {
  const t = await getTranslations('Import');
  const view = ROW_VIEWS.find((one) => one === query.show) ?? 'all';
  const { version } = form.whole;
  const wrong = counts.wrong > 0 ? await listWrongFields(await getDb(), stored.id, form) : [];
  const askedFormats =
    wrong.length > 0 ? await findAskedFormats(await getDb(), stored.id, { form, interpretation }) : [];
  return (
    <>
      <Summary stored={stored} counts={counts} />
      {askedFormats.length > 0 && (
        <div className="pb-4">
          <Banner
            tone="warn"
            title={t(
              askedFormats.length > 1
                ? 'askFormats'
                : askedFormats[0] === 'dates'
                  ? 'askDates'
                  : 'askNumbers',
            )}
          >
            <p>{t('askFormatsDetail')}</p>
          </Banner>
        </div>
      )}
      <FormatForm
        importId={stored.id}
        version={version}
        fileFormat={interpretation.fileFormat}
        used={await findUsedFormats(await getDb(), stored.id, { form, interpretation })}
        asked={askedFormats}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 pb-4">
        <RowFilter
          label={t('rowKinds')}
          kinds={ROW_VIEWS.filter((one) => one === 'all' || counts[one] > 0 || one === view).map((one) => ({
            key: one,
            href: `/leads/import/${stored.id}/check?show=${one}`,
            text: t(`rows.${one}`, { count: counts[one] }),
            isCurrent: one === view,
          }))}
        />
        <AllOfThem importId={stored.id} view={view} count={counts[view]} />
      </div>
      <RowList
        viewer={viewer}
        stored={stored}
        form={form}
        interpretation={interpretation}
        view={view}
        page={query.page}
        counts={counts}
      />
    </>
  );
}

/** How far it is from being sent, and what of the file is not shown below. */
async function Summary({ stored, counts }: { stored: StoredImport; counts: RowCounts }) {
  const t = await getTranslations('Import');
  const hidden = countHidden(stored);
  const { ready, wrong, sent } = counts;
  const leftOut = stored.columns?.filter((id) => id === null).length ?? 0;
  return (
    <div className="space-y-1 pb-5">
      <p className="text-lg font-semibold">
        {t('sendable', { count: ready })}
        {wrong > 0 && (
          <>
            {' · '}
            <span className="text-danger">{t('wrongStay', { count: wrong })}</span>
          </>
        )}
      </p>
      {sent > 0 && <p>{t('sentBefore', { count: sent })}</p>}
      {hidden > 0 && <p>{t('hiddenRows', { count: hidden })}</p>}
      {leftOut > 0 && (
        <p>
          <a
            href={`/leads/import/${stored.id}/columns`}
            className="inline-flex min-h-6 items-center text-accent underline"
          >
            {t('columnsLeftOut', { count: leftOut })}
          </a>
        </p>
      )}
    </div>
  );
}

/** Leaves all rows of a kind out, or takes all in again. Those that were sent before are not sent anyway. */
async function AllOfThem({ importId, view, count }: { importId: string; view: RowsShown; count: number }) {
  const t = await getTranslations('Import');
  const whole = WHOLE_VIEWS.find((one) => one === view);
  if (count === 0 || !whole) return null;
  return (
    <ActionForm command="leave-all-out" about={{ import: importId, view: whole }} className="-mx-2.5">
      <SubmitButton variant="ghost" size="small">
        {t(view === 'left-out' ? 'takeAllIn' : 'leaveAllOut', { count })}
      </SubmitButton>
    </ActionForm>
  );
}
