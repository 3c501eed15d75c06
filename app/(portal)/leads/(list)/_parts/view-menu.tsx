import { getTranslations } from 'next-intl/server';
import { LEADS_PATH, leadsHref, viewHref, viewsHref } from '@/components/leads/address';
import { lostFilters } from '@/components/leads/lost-filters';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { Popover } from '@/components/ui/popover';
import type { LeadsPage, SavedView } from '@/lib/leads/list-view';
import { ListLink } from './list-link';

/** The saved views to choose from, as links. */
export async function ViewMenu({ page }: { page: LeadsPage }) {
  const t = await getTranslations('Views');
  const { query, views } = page;
  const here = viewHref(query);
  const current = query.import === '' ? views.find((view) => viewHref(view.query) === here) : undefined;
  const groups = [
    { title: t('own'), views: views.filter(({ isShared }) => !isShared) },
    { title: t('shared'), views: views.filter(({ isShared }) => isShared) },
  ].filter((group) => group.views.length > 0);
  return (
    <Popover
      id="saved-views"
      isAtStart
      className={buttonClass({ className: 'min-w-0 max-sm:px-3' })}
      button={
        <>
          <Icon name="bookmark" className={`size-4 ${current ? 'text-accent' : ''}`} />
          <span className="max-w-48 truncate max-sm:sr-only">
            {current ? t.rich('current', { name: () => <bdi>{current.name}</bdi> }) : t('button')}
          </span>
        </>
      }
    >
      <div className="sm:w-80">
        {groups.map(({ title, views }) => (
          <nav key={title} aria-label={title} className="pb-3">
            <p aria-hidden="true" className="text-sm text-muted">
              {title}
            </p>
            <ul>
              {views.map((view) => (
                <ViewLink key={view.id} view={view} page={page} isCurrent={view === current} />
              ))}
            </ul>
          </nav>
        ))}
        {groups.length === 0 && <p className="pb-3 text-sm text-muted">{t('none')}</p>}
        <div className="grid gap-2 border-t border-line pt-3 empty:hidden">
          {!page.isReadOnly && !current && here !== LEADS_PATH && (
            <ListLink href={viewsHref(query)} variant="primary">
              {t('saveThese')}
            </ListLink>
          )}
          {!page.isReadOnly && groups.length > 0 && (
            <ListLink href={viewsHref(query)}>{t('manage')}</ListLink>
          )}
        </div>
      </div>
    </Popover>
  );
}

type LinkProps = { view: SavedView; page: LeadsPage; isCurrent: boolean };

async function ViewLink({ view, page, isCurrent }: LinkProps) {
  const lost = await lostFilters(view.query, page);
  return (
    <li>
      <a
        href={leadsHref(view.query, { size: page.query.size })}
        data-soft="list"
        aria-current={isCurrent ? 'true' : undefined}
        className="-mx-2 flex min-h-11 items-center gap-2 rounded-control px-2 py-1.5 hover:bg-hover sm:min-h-9 aria-[current=true]:font-semibold"
      >
        <Icon name="check" className={`size-4 text-accent ${isCurrent ? '' : 'invisible'}`} />
        <span className="min-w-0">
          <bdi className="line-clamp-2 wrap-anywhere">{view.name}</bdi>
          {lost.map((text) => (
            <span key={text} className="block text-sm font-normal text-muted wrap-anywhere">
              {text}
            </span>
          ))}
        </span>
      </a>
    </li>
  );
}
