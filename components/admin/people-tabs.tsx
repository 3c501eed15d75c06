import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { PEOPLE_VIEWS, type PeopleView } from './people-view';

/** The parts of the page about people, each at an address of its own. */
export async function PeopleTabs({ current, waiting }: { current: PeopleView; waiting: number }) {
  const t = await getTranslations('People');
  return (
    <nav aria-label={t('tabs')} className="-mx-2 mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {PEOPLE_VIEWS.map((view) => (
          <li key={view} className="shrink-0">
            <a
              href={`/admin/people?view=${view}`}
              aria-current={view === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2 whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {t(`tab.${view}`)}
              {view === 'waiting' && waiting > 0 && <Badge tone="warn" label={String(waiting)} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
