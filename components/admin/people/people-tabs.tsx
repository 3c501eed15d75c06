import { getTranslations } from 'next-intl/server';
import { PartTabs } from '@/components/admin/part-tabs';
import { Badge } from '@/components/ui/badge';
import { PEOPLE_VIEWS, type PeopleView } from './people-view';

/** The parts of the page about people, with how many of them wait. */
export async function PeopleTabs({ current, waiting }: { current: PeopleView; waiting: number }) {
  const t = await getTranslations('People');
  const parts = PEOPLE_VIEWS.map((view) => ({
    href: `/admin/people?view=${view}`,
    text: t(`tab.${view}`),
    isHere: view === current,
    mark: view === 'waiting' && waiting > 0 && <Badge tone="warn" label={String(waiting)} />,
  }));
  return <PartTabs label={t('tabs')} parts={parts} />;
}
