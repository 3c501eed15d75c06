import { getTranslations } from 'next-intl/server';
import { exportHref, leadsAddress, leadsHref } from '@/components/leads/address';
import { filtersInWords } from '@/components/leads/filters-in-words';
import { toFreshness } from '@/components/leads/freshness';
import { toRowViews } from '@/components/leads/row-view';
import { ServiceDownBanner } from '@/components/leads/service-down';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { Pagination } from '@/components/ui/pagination';
import type { FormAction } from '@/lib/core/action-result';
import { pluralTexts } from '@/lib/core/language';
import { isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';
import { CorrectionStrip } from './correction-strip';
import { ClearFilters, LeadFilters } from './lead-filters';
import { ListDisplay } from './list-display';
import { LiveLeads } from './live-leads';
import { PageSizeSelect } from './page-size-select';
import { SoftNavigation } from './soft-navigation';
import { StatusTiles } from './status-tiles';
import { TableHead } from './table-head';
import { UnreadStrip } from './unread-strip';
import { ViewMenu } from './view-menu';

type Props = {
  page: LeadsPage;
  /** Where the stream of this page begins (`lib/live/position.ts`). */
  position: string;
  /** Stores the columns and the density; a server action. */
  chooseDisplay: FormAction;
  /** Marks what is unread as read; a server action. */
  markAllRead: FormAction;
};

/** The dashboard: totals by status, filters, and the live list. */
export async function Dashboard({ page, position, chooseDisplay, markAllRead }: Props) {
  const t = await getTranslations('Leads');
  const { query, tiles, allLeads, needCorrection, unread, statusOverrides } = page;
  const { confirmedAt, serviceDown, isReadOnly } = page;
  const refused = query.show === '' ? page.pending.filter(needsCorrection) : [];
  const hasLeads = tiles.length > 0 || needCorrection > 0 || isFiltered(query);
  return (
    <SoftNavigation address={leadsAddress(query)}>
      <PageHeading title={t('title')}>
        {!isReadOnly && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <LinkButton href="/leads/import">
              <Icon name="upload" />
              <span className="max-sm:sr-only">{t('import')}</span>
            </LinkButton>
            <LinkButton href="/leads/new" variant="primary">
              <Icon name="plus" />
              {t('newLead')}
            </LinkButton>
          </div>
        )}
      </PageHeading>
      {serviceDown && (
        <div className="mb-4">
          <ServiceDownBanner down={serviceDown} confirmedAt={confirmedAt} />
        </div>
      )}
      {refused.length > 0 && <CorrectionStrip rows={refused} count={needCorrection} query={query} />}
      <ActionArea action={markAllRead}>
        {unread.onLeads > 0 && (
          <UnreadStrip
            unread={unread}
            query={query}
            statusOverrides={statusOverrides}
            isReadOnly={isReadOnly}
            readAt={page.readAt}
          />
        )}
      </ActionArea>
      {hasLeads && (
        <StatusTiles
          tiles={tiles}
          allLeads={allLeads}
          needCorrection={needCorrection}
          unread={unread}
          query={query}
          statusOverrides={statusOverrides}
        />
      )}
      {hasLeads && <LeadFilters {...page} />}
      <LeadList page={page} position={position} chooseDisplay={chooseDisplay} />
      {page.total.count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 pt-4 print:hidden">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <PageSizeSelect query={query} />
            {!isReadOnly && query.show !== 'needs-correction' && (
              <LinkButton href={exportHref(query)} size="small">
                <Icon name="download" />
                {t('export')}
              </LinkButton>
            )}
          </div>
          <LeadPages page={page} />
        </div>
      )}
    </SoftNavigation>
  );
}

async function LeadList({ page, position, chooseDisplay }: Omit<Props, 'markAllRead'>) {
  const t = await getTranslations('Leads');
  const { zone, locale } = await getFormats();
  const { query } = page;
  const order = t(`order.${query.sort}`, { dir: query.dir });
  const columns = [{ column: 'name' as const }, ...page.columns.filter(({ isShown }) => isShown)];
  const summary = await summaryOf(page, order);
  const list = (
    <LiveLeads
      rows={await toRowViews({ ...page, pending: shownAsRows(page) })}
      address={leadsAddress(query)}
      summary={summary}
      columns={columns.map(({ column }) => column)}
      density={page.density}
      freshness={await toFreshness({ ...page, position })}
      texts={{
        show: pluralTexts(locale, (form) => t('show', { form, count: '{count}' })),
        changed: t.raw('changed'),
        many: pluralTexts(locale, (form) => t('many', { form, count: '{count}' })),
        loadFailed: t('loadFailed'),
      }}
      label={t('listLabel')}
      head={<TableHead columns={columns} query={query} caption={t('caption', { order, zone })} />}
      display={
        <div className="flex items-center">
          <ViewMenu page={page} />
          {page.total.count > 0 && !page.isReadOnly && <ListDisplay page={page} choose={chooseDisplay} />}
        </div>
      }
      empty={isFiltered(query) ? <NoMatch page={page} /> : <NoLeads isReadOnly={page.isReadOnly} />}
    />
  );
  return (
    <>
      <PrintSummary page={page} summary={summary} />
      {list}
    </>
  );
}

/** What needs a correction has its own strip, except where the list is about nothing else. */
function shownAsRows({ query, pending }: LeadsPage): LeadsPage['pending'] {
  return query.show === '' ? pending.filter((row) => !needsCorrection(row)) : pending;
}

async function summaryOf({ query, total, pageCount, pending }: LeadsPage, order: string): Promise<string> {
  const t = await getTranslations('Leads');
  const where = { count: total.count, order, page: query.page, pages: pageCount ?? 0 };
  const words = { ...where, capped: String(total.capped) };
  if (query.show === 'needs-correction')
    return t(total.count === 0 ? 'nothingToCorrectTitle' : 'summaryNeedCorrection', words);
  const leads =
    total.count === 0 ? t('summaryNone', { filtered: String(isFiltered(query)) }) : t('summary', words);
  const refused = pending.filter(needsCorrection).length;
  return t('summaryPending', { leads, refused, onTheirWay: pending.length - refused });
}

async function NoLeads({ isReadOnly }: { isReadOnly: boolean }) {
  const t = await getTranslations('Leads');
  return (
    <EmptyState
      title={t('emptyTitle')}
      action={
        !isReadOnly && (
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton href="/leads/new">{t('newLead')}</LinkButton>
            <LinkButton href="/leads/import">{t('importLeads')}</LinkButton>
          </div>
        )
      }
    >
      {t('empty')}
    </EmptyState>
  );
}

async function NoMatch({ page }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { query } = page;
  if (query.show === 'needs-correction' && !isFiltered({ ...query, show: '' })) {
    return (
      <EmptyState
        title={t('nothingToCorrectTitle')}
        action={<ClearFilters query={query} text={t('allLeads')} />}
      >
        {t('nothingToCorrect')}
      </EmptyState>
    );
  }
  if (query.show === 'unread' && !isFiltered({ ...query, show: '' })) {
    return (
      <EmptyState
        icon="bell"
        title={t('nothingUnreadTitle')}
        action={<ClearFilters query={query} text={t('allLeads')} />}
      >
        {t('nothingUnread')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('noMatchTitle')} action={<ClearFilters query={query} text={t('clear')} />}>
      {t('noMatch')}
    </EmptyState>
  );
}

async function LeadPages({ page: { query, pageCount, nextAfter, previousBefore } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { page } = query;
  if (query.show === 'needs-correction') return <CountedPages query={query} pageCount={pageCount ?? 1} />;
  return (
    <Pagination
      label={t('pagination')}
      current={t('page', { page, pages: pageCount ?? 0 })}
      previous={{
        text: t('previous'),
        href: previousBefore && leadsHref(query, page <= 2 ? {} : { page: page - 1, before: previousBefore }),
      }}
      next={{ text: t('next'), href: nextAfter && leadsHref(query, { page: page + 1, after: nextAfter }) }}
    />
  );
}

/** Pages of submissions that need correction: few enough to count, so they need no cursors. */
async function CountedPages({ query, pageCount }: { query: LeadsQuery; pageCount: number }) {
  const t = await getTranslations('Leads');
  const { page } = query;
  return (
    <Pagination
      label={t('pagination')}
      current={t('page', { page, pages: pageCount })}
      previous={{ text: t('previous'), href: page > 1 ? leadsHref(query, { page: page - 1 }) : undefined }}
      next={{ text: t('next'), href: page < pageCount ? leadsHref(query, { page: page + 1 }) : undefined }}
    />
  );
}

/** True for a submission that its agent has to correct, and that is not queued. */
function needsCorrection({ state }: { state: string }): boolean {
  return state === 'refused' || state === 'returned';
}

/** On paper, where no control says it: which leads these are, and as of when. */
async function PrintSummary({ page, summary }: { page: LeadsPage; summary: string }) {
  const t = await getTranslations('Leads');
  const { moment } = await getFormats();
  const filters = await filtersInWords(page);
  return (
    <div className="hidden pb-3 text-sm print:block">
      <p>{summary}</p>
      {filters.map(({ label, value }) => (
        <p key={label}>{t.rich('filteredBy', { label, value: () => <bdi>{value}</bdi> })}</p>
      ))}
      <p>{t('asOf', { time: moment(page.readAt).text })}</p>
    </div>
  );
}
