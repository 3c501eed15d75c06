import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { leadsHref, unreadHref } from '@/components/leads/address';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Icon } from '@/components/ui/icons';
import type { LeadsPage } from '@/lib/leads/list-view';

/** In one line above the list: what only this person can move on, and what changed since they last read. */
export async function NewsBar({ page: { query, needCorrection, unread, isReadOnly } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { onLeads: count, isCapped, latestId = 0 } = unread;
  const corrections = query.show === 'needs-correction' ? 0 : needCorrection.all;
  if (corrections === 0 && count === 0) return null;
  const capped = String(isCapped);
  return (
    <section
      aria-label={t('news')}
      className="mb-1 flex min-h-11 flex-wrap items-center gap-x-5 rounded-card border border-line bg-surface px-3.5 print:hidden"
    >
      {corrections > 0 && (
        <NewsLink
          href={leadsHref(query, { status: '', waiting: '', show: 'needs-correction' })}
          icon={<Icon name="triangle-alert" className="size-4 text-tone" />}
          text={t('correctionTitle', { count: corrections })}
          short={t('correctionShort', { count: corrections })}
        />
      )}
      {count > 0 && (
        <NewsLink
          href={unreadHref(query)}
          icon={<Icon name="bell" className="size-4 text-accent" />}
          text={t('unreadTitle', { count, capped })}
          short={t('unreadShort', { count, capped })}
        />
      )}
      {count > 0 && !isReadOnly && (
        <ActionForm command="read" about={{ upTo: latestId, of: 'leads' }} className="ml-auto">
          <SubmitButton variant="ghost" size="small" className="-mr-2 min-w-11">
            <Icon name="check" />
            <span className="max-sm:sr-only">{t('unreadMark')}</span>
          </SubmitButton>
        </ActionForm>
      )}
    </section>
  );
}

type LinkProps = { href: string; icon: ReactNode; text: string; short: string };

function NewsLink({ href, icon, text, short }: LinkProps) {
  return (
    <a
      href={href}
      data-soft="list"
      className="tone-warn inline-flex min-h-10.5 items-center gap-2 font-semibold hover:underline"
    >
      {icon}
      <span className="max-sm:hidden">{text}</span>
      <span className="sm:hidden">{short}</span>
    </a>
  );
}
