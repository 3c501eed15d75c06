import { getTranslations } from 'next-intl/server';
import type { Report } from '@/lib/reports/report-view';
import { FigureTable } from './figure-table';
import { toFigureViews } from './figures';
import type { ReportLinks } from './links';

type Props = { report: Report; links: ReportLinks; by: 'agent' | 'organization' };

/** One row for each agent or organization. */
export async function ReportTable({ report, links, by }: Props) {
  const t = await getTranslations('Reports');
  const rows = await Promise.all(
    report.rows.map(async (row) => ({
      id: row.id,
      href: links.row(row.id),
      name: <RowName id={row.id} name={row.name || t('nobody')} />,
      figures: await toFigureViews(report, { totals: row, id: row.id, links }),
    })),
  );
  return (
    <section aria-labelledby="rows" className="print:break-before-page">
      <FigureTable id="rows" title={t('rows', { by })} name={t('name', { by })} rows={rows} />
      {report.more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: report.more })}</p>}
    </section>
  );
}

/** An ID without a name is for support only. */
function RowName({ id, name }: { id: string; name: string }) {
  return name === id ? <code className="text-xs font-normal wrap-anywhere">{id}</code> : name;
}
