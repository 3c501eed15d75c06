import { getTranslations } from 'next-intl/server';
import { unreadHref } from '@/components/leads/address';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { STATE_TONES, type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-words';
import type { Unread } from '@/lib/leads/list-view';

type Props = {
  unread: Unread;
  query: LeadsQuery;
  statusOverrides: StatusOverrides;
  readAt: string;
  isReadOnly: boolean;
};

/**
 * What the person has not read yet, with a filter to exactly that. On a phone the list itself comes first: there a tile
 * filters, and only the filtered list has this above it.
 */
export async function UnreadStrip({ unread, query, statusOverrides, readAt, isReadOnly }: Props) {
  const t = await getTranslations('Leads');
  const { number, moment } = await getFormats();
  const { onLeads: count, isCapped, since = readAt, latestId = 0 } = unread;
  const parts = await toParts(unread, statusOverrides);
  return (
    <section
      aria-labelledby="unread"
      className={`mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-3.5 py-2.5 print:hidden ${query.show === 'unread' ? '' : 'narrow:hidden'}`}
    >
      <div className="min-w-0">
        <h2 id="unread" className="flex items-baseline gap-2 font-semibold">
          <Icon name="bell" className="size-4 translate-y-0.5 text-accent" />
          <span className="min-w-0">
            {t.rich('unreadTitle', {
              count,
              capped: String(isCapped),
              time: () => <Time moment={moment(since, new Date(readAt))} />,
            })}
          </span>
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1.5">
          {parts.map((part) => (
            <li key={part.label} className="flex items-center gap-1.5">
              <Badge tone={part.tone} label={part.label} />
              <span className="text-sm font-semibold">{number(part.count)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {query.show !== 'unread' && (
          <LinkButton href={unreadHref(query)} size="small">
            {t('unreadShow')}
          </LinkButton>
        )}
        {!isReadOnly && (
          <ActionForm command="read" about={{ upTo: latestId, of: 'leads' }}>
            <SubmitButton variant="ghost" size="small">
              {t('unreadMark')}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </section>
  );
}

/** How many of each kind; what only the agent can move on comes first. */
async function toParts(unread: Unread, statusOverrides: StatusOverrides) {
  const t = await getTranslations('Leads');
  const kind = await getTranslations('Lead.kind');
  const state = await getTranslations('Submission.state');
  const { moved, refused, review, added, reassigned, accepted, changed } = unread;
  const parts: { tone: Tone; label: string; count: number }[] = [
    { tone: STATE_TONES.refused, label: t('needsCorrection'), count: refused },
    { tone: STATE_TONES.review, label: state('review'), count: review },
    ...moved.map(({ status, count }) => ({ ...toStatusWord(status, statusOverrides), count })),
    { tone: 'info', label: kind('first-seen'), count: added },
    { tone: 'info', label: kind('reassigned'), count: reassigned },
    { tone: 'good', label: kind('accepted'), count: accepted },
    { tone: 'neutral', label: kind('fields-changed'), count: changed },
  ];
  return parts.filter(({ count }) => count > 0);
}
