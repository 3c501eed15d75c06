import { getTranslations } from 'next-intl/server';
import { FieldCard } from '@/components/admin/fields/field-card';
import { FieldHistory } from '@/components/admin/fields/field-history';
import { FieldTable, GoneTable } from '@/components/admin/fields/field-table';
import { StatusList } from '@/components/admin/fields/status-list';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { Pagination } from '@/components/ui/pagination';
import { MAX_LENGTHS } from '@/lib/admin/fields/command';
import { getDb } from '@/lib/db/handle';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema } from '@/lib/lead-schema/schema';
import { getSchemaHistory } from '@/lib/lead-schema/schema-history';
import { listStatuses } from '@/lib/lead-schema/status-settings';
import { partHref } from './address';
import { toFieldView, toFieldViews } from './field-views';
import { toVersionViews } from './history-views';
import { toStatusViews } from './status-views';

/** Every field of the portal, and what was set for fields that are gone. */
export async function FieldsPart() {
  const t = await getTranslations('Fields');
  const db = await getDb();
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db)]);
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
export async function FieldPart({ fieldId }: { fieldId: string }) {
  const t = await getTranslations('Fields');
  const db = await getDb();
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db)]);
  const field = known && (await toFieldView(known.schema, { overrides, fieldId }));
  return (
    <>
      <p className="-mt-2 pb-2">
        <a
          href={partHref('fields')}
          className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
        >
          <Icon name="left" className="size-3.5" />
          {t('back')}
        </a>
      </p>
      {field ? (
        <FieldCard field={field} limits={MAX_LENGTHS} />
      ) : (
        <EmptyState title={t('unknownField')}>{t('unknownFieldDetail')}</EmptyState>
      )}
    </>
  );
}

/** The versions of the portal's form, ten at a time. */
export async function HistoryPart({ page }: { page: number }) {
  const t = await getTranslations('Fields');
  const history = await getSchemaHistory(await getDb(), { page });
  const { pages, total } = history;
  if (total === 0) return <EmptyState title={t('noForm')}>{t('noFormDetail')}</EmptyState>;
  const isCapped = history.isCapped ? 'yes' : 'no';
  const step = (to: number) => (to >= 1 && to <= pages ? partHref('history', to) : undefined);
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

/** Every status that leads have, or that somebody named. */
export async function StatusesPart() {
  const t = await getTranslations('Fields');
  const { rows, more } = await listStatuses(await getDb());
  if (rows.length === 0) return <EmptyState title={t('noStatuses')}>{t('noStatusesDetail')}</EmptyState>;
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses" className="text-lg font-semibold">
        {t('statuses')}
      </h2>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('statusesIntro')}</p>
      <StatusList statuses={await toStatusViews(rows)} longest={MAX_LENGTHS.status} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('moreStatuses', { count: more })}</p>}
    </section>
  );
}
