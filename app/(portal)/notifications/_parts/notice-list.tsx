import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Moment } from '@/lib/core/formats';
import type { StatusLabel } from '@/lib/core/status-labels';

/** A notice with every text ready. */
export type NoticeView = {
  id: number;
  /** Absent if there is nothing that the person may open. */
  href?: string;
  isRead: boolean;
  /** The company, else the person, the file or the draft. */
  title: string;
  person: string;
  /** What happened. */
  what: string;
  /** The statuses of a change. */
  from?: Omit<StatusLabel, 'known'>;
  to?: Omit<StatusLabel, 'known'>;
  /** Why it was refused. */
  reason?: string;
  at: Moment;
};

/** A person's notices, latest first; each leads to what it is about, if they may open it. */
export async function NoticeList({ notices, label }: { notices: readonly NoticeView[]; label: string }) {
  return (
    <ol
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {notices.map((notice) => (
        <li key={notice.id} className={`relative ${notice.href ? 'transition-colors hover:bg-hover' : ''}`}>
          <Notice notice={notice} />
        </li>
      ))}
    </ol>
  );
}

/** The whole row is the link. */
const LINK =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

async function Notice({ notice }: { notice: NoticeView }) {
  const t = await getTranslations('Notifications');
  const { href, isRead, title, person, what, from, to, reason, at } = notice;
  const Title = href ? 'a' : 'p';
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 px-3.5 py-3">
      <span className={`size-2 -translate-y-px rounded-full ${isRead ? '' : 'bg-accent-solid'}`} />
      <div className="min-w-0">
        <Title
          href={href}
          dir="auto"
          className={`block wrap-anywhere ${href ? LINK : ''} ${isRead ? '' : 'font-semibold'}`}
        >
          {!isRead && <span className="sr-only">{t('unread')} </span>}
          <bdi>{title}</bdi>
        </Title>
        {person && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {person}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-sm">
          <span className={from ? 'max-sm:basis-full' : undefined}>{what}</span>
          {to && <Change from={from} to={to} />}
        </p>
        {reason && (
          <p dir="auto" className="pt-0.5 text-sm wrap-anywhere">
            {reason}
          </p>
        )}
      </div>
      <p className="text-sm text-muted">
        <RelativeTime moment={at} />
      </p>
    </div>
  );
}

async function Change({ from, to }: { from?: Omit<StatusLabel, 'known'>; to: Omit<StatusLabel, 'known'> }) {
  const t = await getTranslations('Lead');
  if (!from) return <Badge {...to} />;
  return t.rich('changedFromTo', {
    spoken: (text) => <span className="sr-only">{text}</span>,
    arrow: () => null,
    from: () => <Badge {...from} />,
    // On a new line the arrow goes with what it points to.
    to: () => (
      <span className="inline-flex items-center gap-x-2">
        <span aria-hidden="true">→</span>
        <Badge {...to} />
      </span>
    ),
  });
}
