import { getTranslations } from 'next-intl/server';
import { unreadHref } from '@/components/leads/address';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Icon } from '@/components/ui/icons';
import type { LeadsPage } from '@/lib/leads/list-view';

/** How many leads changed since the person last read, at the end of the tabs: it comes and goes without moving a row. */
export async function UnreadLink({ page: { query, unread, isReadOnly } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { onLeads: count, isCapped, ids } = unread;
  if (count === 0) return null;
  const isShown = query.show === 'unread';
  return (
    <section aria-label={t('news')} className="-mb-px flex shrink-0 items-center gap-x-1 pl-3">
      <a
        href={unreadHref(query)}
        data-soft="list"
        aria-current={isShown ? 'true' : undefined}
        className="inline-flex min-h-10 items-center gap-1.5 font-semibold hover:underline"
      >
        <Icon name="bell" className="size-4 text-accent" />
        <span className="max-sm:sr-only">{t('unreadShort', { count, capped: String(isCapped) })}</span>
        <span aria-hidden className="tabular-nums sm:hidden">
          {isCapped ? `${count}+` : count}
        </span>
      </a>
      {!isReadOnly && (
        <ActionForm
          command="read"
          about={{ upTo: ids[0] ?? 0, of: 'leads' }}
          className={isShown ? '' : 'max-sm:hidden'}
        >
          <SubmitButton variant="ghost" size="small" className="-mr-2 min-w-11">
            <Icon name="check" />
            <span className="max-sm:sr-only">{t('unreadMark')}</span>
          </SubmitButton>
        </ActionForm>
      )}
    </section>
  );
}
