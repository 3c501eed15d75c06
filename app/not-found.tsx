import { BrandMark } from '@/components/shell/brand-mark';
import { NotFoundBody } from '@/components/shell/not-found';
import { getBrand } from '@/lib/brand/current';

/**
 * For addresses outside every layout. Without the frame of a page, as Next makes this a part of every page's answer, and
 * twice: it would take longer to send and to read than many a page itself.
 */
export default async function NotFound() {
  return (
    <div className="min-h-screen bg-page text-ink">
      <header className="border-b border-line bg-surface">
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
