'use client';

import { Broken } from '@/components/shell/broken';
// A separate file: an error page is part of every page's bundle, and the whole catalogue must not be.
import texts from '@/messages/en.broken.json';

/** Shown when a page fails. */
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
