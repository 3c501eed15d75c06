import { getTranslations } from 'next-intl/server';
import { HELP_FIRST, orderText, ROW_SORTS, type RowOrder } from '@/lib/core/row-order';
import type { Report } from '@/lib/reports/report-view';
import { type ColumnSort, FigureTable } from './figure-table';
import { centsOfRows, toRowViews } from './figures';
import type { ReportLinks } from './links';

type Props = { report: Report; links: ReportLinks; by: 'agent' | 'organization' };

/** One row for each agent or organization, sorted by links in the header. */
export async function ReportTable({ report, links, by }: Props) {
  const t = await getTranslations('Reports');
  const leads = await getTranslations('Leads');
  const cents = centsOfRows(report);
  const rows = await Promise.all(
    report.rows.map(async (row) => ({
      id: row.id,
      href: links.row(row.id),
      name: <RowName id={row.id} name={row.name || leads('noAgent')} />,
      figures: await toRowViews(report, { row, links, cents }),
    })),
  );
  return (
    <section aria-labelledby="rows" className="pb-5">
      <FigureTable
        id="rows"
        title={t('rows', { by })}
        aside={<OrderNote order={report.order} links={links} />}
        name={t('name', { by })}
        rows={rows}
        sortOf={(key) => toColumnSort(key, { order: report.order, links })}
      />
      {report.more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: report.more })}</p>}
    </section>
  );
}

/** A link to the order by a column, or from it to the other direction. */
function toColumnSort(key: string, { order, links }: { order: RowOrder; links: ReportLinks }): ColumnSort {
  const by = ROW_SORTS.find((sort) => sort === key) ?? 'help';
  const isSorted = order.by === by;
  const href = links.sorted(orderText({ by, isReversed: isSorted && !order.isReversed }));
  if (!isSorted) return { href };
  // Names begin with A, numbers with the most.
  return { href, sorted: (by === 'name') === order.isReversed ? 'descending' : 'ascending' };
}

/** Says who comes first, or leads back to that. */
async function OrderNote({ order, links }: { order: RowOrder; links: ReportLinks }) {
  const t = await getTranslations('Reports');
  return order.by === HELP_FIRST.by ? (
    <p className="text-sm text-muted">{t('helpHint')}</p>
  ) : (
    <a
      href={links.sorted('')}
      className="inline-flex min-h-6 items-center text-sm text-accent hover:underline print:hidden"
    >
      {t('help')}
    </a>
  );
}

/** An ID without a name is for support only. */
function RowName({ id, name }: { id: string; name: string }) {
  return name === id ? <code className="text-xs font-normal wrap-anywhere">{id}</code> : name;
}
