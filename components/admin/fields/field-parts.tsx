import { getTranslations } from 'next-intl/server';
import { FieldCard } from '@/components/admin/fields/field-card';
import { FieldHistory, toVersionViews } from '@/components/admin/fields/field-history';
import { FieldTable, GoneTable } from '@/components/admin/fields/field-table';
import { StatusList } from '@/components/admin/fields/status-list';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { Pagination } from '@/components/ui/pagination';
import type { FieldsPartData } from '@/lib/admin/fields/query';
import { fieldsAddress } from './field-view';
import { toFieldView, toFieldViews, toStatusViews } from './field-views';

type Data<Part extends FieldsPartData['part']> = Extract<FieldsPartData, { part: Part }>;

/** The requested part of the page. */
export function FieldsBody({ data }: { data: FieldsPartData }) {
  switch (data.part) {
    case 'history':
      return <HistoryPart {...data} />;
    case 'statuses':
      return <StatusesPart {...data} />;
    case 'fields':
      return data.fieldId === undefined ? (
        <FieldList {...data} />
      ) : (
        <OneField {...data} fieldId={data.fieldId} />
      );
  }
}

/** Every field of the portal, and overrides for removed fields. */
async function FieldList({ known, overrides }: Data<'fields'>) {
  const t = await getTranslations('Fields');
  if (!known) return <EmptyState title={t('noForm')}>{t('noFormDetail')}</EmptyState>;
  const { ago } = await getFormats();
  const { rows, gone, alarms } = await toFieldViews(known.schema, overrides);
  const readAgo = ago(known.checkedAt.toISOString(), new Date());
  return (
    <div className="space-y-5">
      <p className="max-w-prose text-sm text-muted">{t('read', { ago: readAgo, count: rows.length })}</p>
      {alarms.length > 0 && (
        <Banner tone="warn" title={t('attention', { count: alarms.length })}>
          <ul className="list-disc pl-5 wrap-anywhere">
            {[...new Set(alarms)].map((alarm) => (
              <li key={alarm} dir="auto">
                {alarm}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <FieldTable rows={rows} />
      {gone.length > 0 && (
        <section aria-labelledby="gone">
          <h2 id="gone" className="text-lg font-semibold">
            {t('gone')}
          </h2>
          <p className="max-w-prose pb-3 text-sm text-muted">{t('goneIntro')}</p>
          <GoneTable rows={gone} />
        </section>
      )}
    </div>
  );
}

/** One field, to be changed. */
async function OneField({ known, overrides, fieldId, limits }: Data<'fields'> & { fieldId: string }) {
  const t = await getTranslations('Fields');
  const field = known && (await toFieldView(known.schema, { overrides, fieldId }));
  return (
    <>
      <p className="-mt-2 pb-2">
        <a
          href={fieldsAddress('fields')}
          className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
        >
          <Icon name="chevron-left" className="size-3.5" />
          {t('back')}
        </a>
      </p>
      {field ? (
        <FieldCard field={field} limits={limits} />
      ) : (
        <EmptyState title={t('unknownField')}>{t('unknownFieldDetail')}</EmptyState>
      )}
    </>
  );
}

/** The versions of the portal's form, ten at a time. */
async function HistoryPart({ history }: Data<'history'>) {
  const t = await getTranslations('Fields');
  const { pages, total } = history;
  if (total === 0) return <EmptyState title={t('noForm')}>{t('noFormDetail')}</EmptyState>;
  const isCapped = history.isCapped ? 'yes' : 'no';
  const step = (to: number) => (to >= 1 && to <= pages ? fieldsAddress('history', to) : undefined);
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg font-semibold">
        {t('history')}
      </h2>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('historyIntro', { total, capped: isCapped })}</p>
      <FieldHistory versions={await toVersionViews(history.entries, new Date())} />
      {pages > 1 && (
        <div className="pt-4">
          <Pagination
            label={t('pages')}
            current={t('page', { page: history.page, pages })}
            previous={{ text: t('newer'), href: step(history.page - 1) }}
            next={{ text: t('older'), href: step(history.page + 1) }}
          />
        </div>
      )}
    </section>
  );
}

/** Every status of the leads, or with an override. */
async function StatusesPart({ rows, more, maxLength }: Data<'statuses'>) {
  const t = await getTranslations('Fields');
  if (rows.length === 0) return <EmptyState title={t('noStatuses')}>{t('noStatusesDetail')}</EmptyState>;
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses" className="text-lg font-semibold">
        {t('statuses')}
      </h2>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('statusesIntro')}</p>
      <StatusList statuses={await toStatusViews(rows)} longest={maxLength} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('moreStatuses', { count: more })}</p>}
    </section>
  );
}
