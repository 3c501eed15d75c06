import { getTranslations } from 'next-intl/server';
import { leadsHref } from '@/components/leads/address';
import { describeFilters } from '@/components/leads/describe-filters';
import { type Known, lostFilters } from '@/components/leads/lost-filters';
import { LIST_CARD } from '@/components/ui/card';
import type { SavedView } from '@/lib/leads/list-view';
import { ChangeViewForms } from './view-forms';

type Props = { title: string; views: readonly SavedView[]; known: Known; mayShare: boolean };

/** Saved views with what they show; those that the person may change, with the forms for it. */
export async function ViewList({ title, views, known, mayShare }: Props) {
  if (views.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="pb-2 text-lg font-semibold">{title}</h2>
      <ul className="space-y-3">
        {views.map((view) => (
          <li key={view.id} className={LIST_CARD}>
            <ViewCard view={view} known={known} mayShare={mayShare} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function ViewCard({ view, known, mayShare }: { view: SavedView; known: Known; mayShare: boolean }) {
  const t = await getTranslations('Views');
  const { name, query, isShared, isOwn, ownerName } = view;
  const lost = await lostFilters(query, known);
  return (
    <>
      <h3>
        <a
          href={leadsHref(query)}
          className="inline-flex min-h-8 items-center font-semibold text-accent wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </a>
      </h3>
      <FilterLabels query={query} known={known} />
      {lost.map((text) => (
        <p key={text} className="text-sm wrap-anywhere">
          {text}
        </p>
      ))}
      {isShared && !isOwn && (
        <p className="text-sm text-muted wrap-anywhere">
          {t.rich('sharedBy', { name: () => <bdi>{ownerName}</bdi> })}
        </p>
      )}
      {view.mayChange && <ChangeViewForms view={view} mayShare={mayShare} />}
    </>
  );
}

/** The filters and the order of a list in one paragraph. */
export async function FilterLabels({ query, known }: { query: SavedView['query']; known: Known }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const filters = await describeFilters({ query, ...known });
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      {filters.map(({ label, value }) => (
        <span key={`${label} ${value}`} className="min-w-0 wrap-anywhere">
          {t.rich('filteredBy', { label, value: () => <bdi>{value}</bdi> })}
        </span>
      ))}
      <span>
        {t.rich('filteredBy', {
          label: common('order'),
          value: () => t(`order.${query.sort}`, { dir: query.dir }),
        })}
      </span>
    </p>
  );
}
