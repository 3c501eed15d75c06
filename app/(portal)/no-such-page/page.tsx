import { NotFoundPage, notFoundTitle } from '@/app/not-found-page';

export { notFoundTitle as generateMetadata };

/**
 * For every address that no other route has: `next.config.js` leads it here. Without this page
 * Next would draw `app/not-found.tsx`, frame included, a second time into the answer to each request.
 */
export default function NoSuchPage() {
  return <NotFoundPage />;
}
