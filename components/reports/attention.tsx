import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { Icon, type IconName } from '@/components/ui/icons';
import type { Report } from '@/lib/reports/report-view';
import type { ReportLinks } from './links';

type Props = { report: Report; links: ReportLinks; by: 'agent' | 'organization' };

/** More names would push the figures off the screen. */
const MAX_NAMED = 6;

/** What needs somebody now, whatever the period: each line leads to its leads. */
export async function Attention({ report, links, by }: Props) {
  const t = await getTranslations('Reports.attention');
  const lines = await toLines(report, links);
  if (lines.length === 0 && report.silent.length === 0) {
    return (
      <p className="mb-4 flex items-center gap-2 text-sm text-muted">
        <Icon name="circle-check" />
        {t('none')}
      </p>
    );
  }
  return (
    <section
      aria-labelledby="attention"
      className="mb-5 overflow-hidden rounded-card border border-line bg-surface"
    >
      <h2 id="attention" className="px-4 pt-3 pb-2 text-lg font-semibold">
        {t('title')}
      </h2>
      <ul className="*:border-t *:border-line">
        {lines.map(({ icon, href, text, detail }) => (
          <li key={href} className="tone-warn">
            <a
              href={href}
              className="flex min-h-11 items-center gap-2.5 px-4 py-2 hover:bg-sunken hover:underline"
            >
              <Icon name={icon} className="size-4 text-tone" />
              <span className="font-semibold">{text}</span>
              {detail && <span className="text-sm text-muted max-sm:hidden">{detail}</span>}
              <Icon name="chevron-right" className="ml-auto size-4 text-muted print:hidden" />
            </a>
          </li>
        ))}
        {report.silent.length > 0 && <Silent silent={report.silent} links={links} by={by} />}
      </ul>
    </section>
  );
}

type Line = { icon: IconName; href: string; text: string; detail?: string | undefined };

async function toLines({ all, longWait }: Report, links: ReportLinks): Promise<Line[]> {
  const t = await getTranslations('Reports.attention');
  const { number, length } = await getFormats();
  const { count, capped, days, usualMs } = longWait;
  const lines = [
    {
      icon: 'pencil' as const,
      count: all.toCorrect,
      href: links.list({ toCorrect: true }),
      text: t('toCorrect', { count: all.toCorrect }),
    },
    {
      icon: 'hourglass' as const,
      count,
      href: links.list({ waiting: days }, 'oldest'),
      text: t('waiting', { count, number: number(count) + (capped ? '+' : ''), days }),
      detail: usualMs === undefined ? undefined : t('usually', { usual: length(usualMs) }),
    },
  ];
  return lines.flatMap(({ count, href, ...line }) => (count > 0 && href ? [{ href, ...line }] : []));
}

/** Names that lead to what they submitted before. */
async function Silent({ silent, links, by }: { silent: Report['silent'] } & Omit<Props, 'report'>) {
  const t = await getTranslations('Reports.attention');
  const common = await getTranslations('Common');
  const more = silent.length - MAX_NAMED;
  return (
    <li className="tone-warn flex min-h-11 flex-wrap items-center gap-x-2.5 px-4 py-2">
      <Icon name="user" className="size-4 text-tone" />
      <span className="min-w-0 max-sm:flex-1 font-semibold">{t('silent', { by, count: silent.length })}</span>
      <ul className="flex min-w-0 flex-wrap gap-x-3 max-sm:w-full max-sm:pl-6.5">
        {silent.slice(0, MAX_NAMED).map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <a href={links.row(id)} className="inline-block py-1 text-accent wrap-anywhere hover:underline">
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
        {more > 0 && (
          <li>
            <a href="#rows" className="inline-block py-1 text-accent hover:underline">
              {common('andMore', { count: more })}
            </a>
          </li>
        )}
      </ul>
    </li>
  );
}
