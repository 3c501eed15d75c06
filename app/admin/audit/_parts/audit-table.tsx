import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Moment } from '@/lib/core/formats';

/** One entry of the log: every text is ready. */
export type AuditView = { id: string; at: Moment; who: string; what: string; details: string[] };

/** Who did what when. */
export async function AuditTable({ rows }: { rows: AuditView[] }) {
  const t = await getTranslations('Audit');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('title')}
      columns={[common('when'), t('csv.who'), t('csv.what')]}
      rows={rows.map(({ id, at, who, what, details }) => ({
        key: id,
        cells: [
          <span key="at" className="font-normal whitespace-nowrap">
            <RelativeTime moment={at} />
          </span>,
          <bdi key="who" className="wrap-anywhere">
            {who}
          </bdi>,
          <div key="what" dir="auto" className="min-w-0 wrap-anywhere">
            {what}
            {details.length > 0 && (
              <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
          </div>,
        ],
      }))}
    />
  );
}
