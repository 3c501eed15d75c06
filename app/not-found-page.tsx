import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundBody } from '@/components/shell/not-found';
import { answerNotFound } from '@/lib/http/response-status';

/**
 * What a page returns instead of calling Next's `notFound()`, which shows nothing in a browser without scripts.
 * The answer has the status 404.
 */
export function NotFoundPage() {
  answerNotFound();
  return <NotFoundBody />;
}

/** The title of such a page. */
export async function notFoundTitle(): Promise<Metadata> {
  return { title: (await getTranslations('Errors'))('notFoundTitle') };
}
