import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { Skeleton } from '@/components/ui/skeleton';

const TILES = ['all', 'first', 'second', 'third', 'fourth'];
const ROWS = Array.from({ length: 12 }, (_, index) => `row ${index}`);

/** The dashboard's shape and height while it is read; in sight only if that takes longer than a blink. */
export async function DashboardSkeleton() {
  const t = await getTranslations('Leads');
  return (
    <div aria-busy="true">
      <PageHeading title={t('title')}>
        <Skeleton className="h-11 w-32 sm:h-10" />
      </PageHeading>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div className="appear-late">
        <div className="flex gap-2 overflow-hidden py-1">
          {TILES.map((tile) => (
            <Skeleton key={tile} className="h-20 w-32 shrink-0" />
          ))}
        </div>
        <div className="grid grid-cols-2 gap-3 py-3 sm:grid-cols-4">
          <Skeleton className="col-span-2 h-16 sm:h-15" />
          <Skeleton className="h-8 sm:h-15" />
          <Skeleton className="hidden h-15 sm:block" />
        </div>
        <Skeleton className="my-2 h-8 w-72 max-w-full" />
        <div className="grid gap-px max-lg:gap-3 md:max-lg:grid-cols-2">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-48 lg:h-10" />
          ))}
        </div>
      </div>
    </div>
  );
}
