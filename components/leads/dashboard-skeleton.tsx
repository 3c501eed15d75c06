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
          <Skeleton className="col-span-2 mt-6 h-10 sm:h-9" />
          <Skeleton className="h-8 sm:mt-6 sm:h-9" />
          <Skeleton className="mt-6 hidden h-9 sm:block" />
        </div>
        <Skeleton className="my-2 h-8 w-72 max-w-full" />
        <div className="grid max-lg:gap-3 md:max-lg:grid-cols-2 lg:border-t lg:border-line-strong lg:pt-px">
          {ROWS.map((row) => (
            <div
              key={row}
              className="grid h-44 grid-cols-[2fr_1fr] content-start gap-3 border border-line bg-surface p-3 max-lg:rounded-control lg:h-[2.3125rem] lg:grid-cols-[3fr_5fr_2fr_6fr] lg:border-0 lg:border-b"
            >
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
