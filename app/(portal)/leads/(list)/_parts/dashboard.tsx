import { getTranslations } from 'next-intl/server';
import { leadsAddress, leadsHref } from '@/components/leads/address';
import { describeFilters } from '@/components/leads/describe-filters';
import { toFreshness } from '@/components/leads/freshness';
import { toRowViews } from '@/components/leads/row-view';
import { ServiceDownBanner } from '@/components/leads/service-down';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { Pagination } from '@/components/ui/pagination';
import type { FormAction } from '@/lib/core/action-result';
import { pluralTexts } from '@/lib/core/language';
import { isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';
import { ClearFilters, FilterChips, LeadFilters } from './lead-filters';
import { ListLink } from './list-link';
import { ListMenu } from './list-menu';
import { LiveLeads } from './live-leads';
import { SoftNavigation } from './soft-navigation';
import { StatusTabs } from './status-tabs';
import { TableHead } from './table-head';
import { UnreadLink } from './unread-link';
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

/** The dashboard: the statuses, what is new, filters, and the live list. */
export async function Dashboard({ page, position, chooseDisplay, markAllRead }: Props) {
  const common = await getTranslations('Common');
  const { query, statuses, needCorrection, unread, confirmedAt, serviceDown, isReadOnly } = page;
  const hasLeads = statuses.length > 0 || needCorrection.all > 0 || isFiltered(query);
  return (
    <SoftNavigation address={leadsAddress(query)}>
      <PageHeading title={common('leads')} isTight>
        <div className="flex gap-2 print:hidden">
          {!isReadOnly && (
            <ListLink href="/leads/import" className="max-sm:hidden">
              <Icon name="upload" />
              {common('import')}
            </ListLink>
          )}
          {hasLeads && <ListMenu page={page} choose={chooseDisplay} />}
          {!isReadOnly && (
            <ListLink href="/leads/new" variant="primary">
              <Icon name="plus" />
              {common('newLead')}
            </ListLink>
          )}
        </div>
      </PageHeading>
      {serviceDown && (
        <div className="mb-4">
          <ServiceDownBanner down={serviceDown} confirmedAt={confirmedAt} />
        </div>
      )}
      {(hasLeads || unread.onLeads > 0) && (
        <ActionArea action={markAllRead}>
          <div className="flex items-center border-b border-line print:hidden">
            <StatusTabs page={page} />
            <UnreadLink page={page} />
          </div>
        </ActionArea>
      )}
      <LeadList page={page} position={position} hasLeads={hasLeads} />
      {page.total.count > 0 && (
        <div className="flex justify-end pt-4 print:hidden">
          <LeadPages page={page} />
        </div>
      )}
    </SoftNavigation>
  );
}

type ListProps = Pick<Props, 'page' | 'position'> & { hasLeads: boolean };

async function LeadList({ page, position, hasLeads }: ListProps) {
  const t = await getTranslations('Leads');
  const { zone, locale } = await getFormats();
  const { query } = page;
  const order = t(`order.${query.sort}`, { dir: query.dir });
  const columns = [{ column: 'name' as const }, ...page.columns.filter(({ isShown }) => isShown)];
  const summary = await summaryOf(page, order);
  const list = (
    <LiveLeads
      rows={
        await toRowViews(
          { ...page, pending: shownAsRows(page) },
          {
            withEmail: true,
            withCorrect: !page.isReadOnly,
          },
        )
      }
      address={leadsAddress(query)}
      summary={summary}
      shownSummary={await shortSummaryOf(page)}
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
      toolbar={
        hasLeads && (
          <>
            <LeadFilters page={page} />
            <ViewMenu page={page} />
            <FilterChips page={page} />
          </>
        )
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

/** What needs a correction has a tab of its own. */
function shownAsRows({ query, pending }: LeadsPage): LeadsPage['pending'] {
  return query.show === '' ? pending.filter(isOnItsWay) : pending;
}

/** What is said of the list when it changes: how many, in which order, which page. */
async function summaryOf({ query, total, pageCount, pending }: LeadsPage, order: string): Promise<string> {
  const t = await getTranslations('Leads');
  const where = { count: total.count, order, page: query.page, pages: pageCount ?? 0 };
  const values = { ...where, capped: String(total.capped) };
  if (query.show === 'needs-correction')
    return t(total.count === 0 ? 'nothingToCorrectTitle' : 'summaryNeedCorrection', values);
  const leads =
    total.count === 0 ? t('summaryNone', { filtered: String(isFiltered(query)) }) : t('summary', values);
  return t('summaryPending', { leads, onTheirWay: pending.filter(isOnItsWay).length });
}

/** The same where the table shows order and page. */
async function shortSummaryOf({ query, total, pending }: LeadsPage): Promise<string> {
  const t = await getTranslations('Leads');
  if (query.show === 'needs-correction') return '';
  const capped = String(total.capped);
  return t('summaryShort', { count: total.count, capped, onTheirWay: pending.filter(isOnItsWay).length });
}

function isOnItsWay({ state }: { state: string }): boolean {
  return state !== 'refused' && state !== 'returned';
}

async function NoLeads({ isReadOnly }: { isReadOnly: boolean }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const imports = await getTranslations('Import');
  return (
    <EmptyState
      title={t('emptyTitle')}
      action={
        !isReadOnly && (
          <div className="flex flex-wrap justify-center gap-2">
            <ListLink href="/leads/new">{common('newLead')}</ListLink>
            <ListLink href="/leads/import">{imports('title')}</ListLink>
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
  const common = await getTranslations('Common');
  const { query } = page;
  if (query.show === 'needs-correction' && !isFiltered({ ...query, show: '' })) {
    return (
      <EmptyState
        title={t('nothingToCorrectTitle')}
        action={<ClearFilters query={query} text={common('allLeads')} />}
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
        action={<ClearFilters query={query} text={common('allLeads')} />}
      >
        {t('nothingUnread')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={common('noMatch')}
      action={<ClearFilters query={query} text={common('clearFilters')} />}
    >
      {common('noMatchDetail')}
    </EmptyState>
  );
}

async function LeadPages({ page: { query, pageCount, nextAfter, previousBefore } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { page } = query;
  if (query.show === 'needs-correction') return <CountedPages query={query} pageCount={pageCount ?? 1} />;
  return (
    <Pagination
      label={common('pages')}
      current={t('page', { page, pages: pageCount ?? 0 })}
      previous={{
        text: common('previous'),
        href: previousBefore && leadsHref(query, page <= 2 ? {} : { page: page - 1, before: previousBefore }),
      }}
      next={{
        text: common('next'),
        href: nextAfter && leadsHref(query, { page: page + 1, after: nextAfter }),
      }}
    />
  );
}

/** Pages of submissions that need correction: few enough to count, so they need no cursors. */
async function CountedPages({ query, pageCount }: { query: LeadsQuery; pageCount: number }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { page } = query;
  return (
    <Pagination
      label={common('pages')}
      current={t('page', { page, pages: pageCount })}
      previous={{
        text: common('previous'),
        href: page > 1 ? leadsHref(query, { page: page - 1 }) : undefined,
      }}
      next={{
        text: common('next'),
        href: page < pageCount ? leadsHref(query, { page: page + 1 }) : undefined,
      }}
    />
  );
}

/** On paper, where no control says it: which leads these are, and as of when. */
async function PrintSummary({ page, summary }: { page: LeadsPage; summary: string }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  const filters = await describeFilters(page);
  return (
    <div className="hidden pb-3 text-sm print:block">
      <p>{summary}</p>
      {filters.map(({ label, value }) => (
        <p key={label}>{t.rich('filteredBy', { label, value: () => <bdi>{value}</bdi> })}</p>
      ))}
      <p>{common('asOf', { time: moment(page.readAt).text })}</p>
    </div>
  );
}
