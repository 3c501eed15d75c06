'use client';

import { Broken } from '@/components/shell/broken';

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
      <Broken code={error.digest} retry={reset} />
    </main>
  );
}
