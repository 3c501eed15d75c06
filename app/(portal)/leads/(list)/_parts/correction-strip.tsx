import { getTranslations } from 'next-intl/server';
import { leadsHref } from '@/components/leads/address';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { PendingRow } from '@/lib/leads/list-view';

/** More than this would push the list off a phone's screen. */
const MAX_NAMED = 3;

/** What only the agent can move on: refused and returned leads with their reasons, before everything else. */
export async function CorrectionStrip({
  rows,
  count,
  query,
}: {
  rows: readonly PendingRow[];
  count: number;
  query: LeadsQuery;
}) {
  const t = await getTranslations('Leads');
  const { series } = await getFormats();
  return (
    <section
      aria-labelledby="needs-correction"
      className="tone-warn mb-4 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="needs-correction" className="flex items-center gap-2 font-semibold text-tone">
          <Icon name="triangle-alert" />
          {t('correctionTitle', { count })}
        </h2>
        {count > MAX_NAMED && (
          <a
            href={leadsHref(query, { status: '', show: 'needs-correction' })}
            data-soft="list"
            className="inline-flex min-h-8 items-center font-semibold text-accent hover:underline"
          >
            {t('correctionAll')}
          </a>
        )}
      </div>
      <ul>
        {rows.slice(0, MAX_NAMED).map(({ id, name, company, email, reason }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-x-2">
            <a
              href={`/submissions/${encodeURIComponent(id)}`}
              data-soft="page"
              dir="auto"
              className="max-w-1/2 shrink-0 truncate py-1.5 font-semibold underline underline-offset-2"
            >
              {series([company ?? '', name || (email ?? '')].filter(Boolean)) || id}
            </a>
            {reason && (
              <span dir="auto" className="min-w-0 truncate">
                {reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
