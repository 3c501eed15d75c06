import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { queryAddress } from '@/lib/core/address';
import { toOutcomeFilter } from '@/lib/core/leads-query';
import type { Program } from '../query';

const LEADS = '/admin/leads';

/** The program at a glance: each figure is the link to what it counts. */
export async function ProgramFigures({ program }: { program: Program }) {
  const t = await getTranslations('Admin.program');
  const { number, money } = await getFormats();
  const { week, won, waiting, newOrganizations } = program;
  const waitingText = number(waiting.count);
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Figure
        href={queryAddress(LEADS, { from: week.from, days: 'utc' })}
        name={t('week')}
        figure={number(week.leads)}
        detail={t('before', { count: week.before })}
      />
      <Figure
        href={queryAddress(LEADS, { status: toOutcomeFilter('won'), from: won.from, days: 'utc' })}
        name={t('won')}
        figure={number(won.leads)}
        detail={
          won.leads > 0 && won.value !== undefined
            ? t('wonValue', { value: money(won.value, won.currency) })
            : t('wonOf')
        }
      />
      <Figure
        href={queryAddress(LEADS, { waiting: waiting.days })}
        name={t('waiting')}
        figure={waiting.capped ? t('moreThan', { count: waitingText }) : waitingText}
        detail={t('waitingOf')}
      />
      <Figure
        href="/admin/people?view=agents"
        name={t('new')}
        figure={number(newOrganizations)}
        detail={t('newOf')}
      />
    </ul>
  );
}

type FigureProps = { href: string; name: string; figure: string; detail: string };

function Figure({ href, name, figure, detail }: FigureProps) {
  return (
    <li className="min-w-0">
      <a
        href={href}
        className="flex h-full flex-col rounded-card border border-line bg-surface px-4 py-3.5 transition-colors hover:border-line-strong sm:px-5 sm:py-4"
      >
        <span className="text-sm text-muted">{name}</span>
        <span className="pt-1 text-2xl font-semibold tabular-nums">{figure}</span>
        <span dir="auto" className="pt-0.5 text-sm wrap-anywhere text-muted">
          {detail}
        </span>
      </a>
    </li>
  );
}

/** Organizations that had leads before and have none lately, if there are any. */
export async function QuietOrganizations({ quiet, now }: { quiet: Program['quiet']; now: Date }) {
  const t = await getTranslations('Admin.program');
  const { moment } = await getFormats();
  if (quiet.count === 0) return null;
  const more = quiet.count - quiet.first.length;
  return (
    <Card id="quiet" title={t('quiet')} aside={<p className="text-sm text-muted">{t('quietOf')}</p>}>
      <ul className="divide-y divide-line">
        {quiet.first.map(({ id, name, lastAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <a
              href={queryAddress(LEADS, { organization: id })}
              dir="auto"
              className="inline-flex min-h-8 min-w-0 items-center wrap-anywhere text-accent hover:underline"
            >
              {name}
            </a>
            <span className="text-sm text-muted">
              {t.rich('lastLead', {
                time: () => <RelativeTime moment={moment(lastAt.toISOString(), now)} />,
              })}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-2 text-sm">
          <a
            href="/admin/reports?weeks=4"
            className="inline-flex min-h-8 items-center text-accent hover:underline"
          >
            {t('quietMore', { count: more })}
          </a>
        </p>
      )}
    </Card>
  );
}
