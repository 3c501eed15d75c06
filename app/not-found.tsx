import { viewingOf } from '@/app/frame';
import { BrandMark } from '@/components/shell/brand-mark';
import { NotFoundBody } from '@/components/shell/not-found';
import { DrillBanner, TestBanner } from '@/components/shell/test-banner';
import { ViewBanner } from '@/components/shell/view-banner';
import { getBrand } from '@/lib/brand/current';
import { env } from '@/lib/core/env';

/**
 * For addresses outside every layout. Without the navigation and menus of a page: Next makes this a part of every page's
 * answer, twice, and with them it would take longer to send and to read than many a page itself.
 */
export default async function NotFound() {
  const viewing = await viewingOf();
  return (
    <div className="min-h-screen bg-page text-ink">
      {viewing && <ViewBanner {...viewing} />}
      <header className="border-b border-line bg-surface">
        {env().DRILL ? <DrillBanner /> : env().SERVICE_ENVIRONMENT === 'test' && <TestBanner />}
        <p className="mx-auto max-w-list px-4 py-3 text-lg font-semibold sm:px-6 lg:px-8">
          <BrandMark brand={await getBrand()} />
        </p>
      </header>
      <main id="main" className="px-4 py-5 sm:px-6 sm:py-8">
        <NotFoundBody />
      </main>
    </div>
  );
}
