import { NotFoundPage, notFoundTitle } from '@/app/not-found-page';

export { notFoundTitle as generateMetadata };

/**
 * Every address that no other route has. Without this page Next would draw `app/not-found.tsx`, frame included, a
 * second time into the answer to each request.
 */
export default function MissingPage() {
  return <NotFoundPage />;
}
