'use client';

import { Broken } from '@/components/shell/broken';
// A file of its own: an error page is part of every page, and the whole catalogue must not be.
import texts from '@/messages/en.broken.json';

/** What is shown where a page fails. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-10">
      <Broken texts={texts} code={error.digest} retry={reset} />
    </main>
  );
}
