'use client';

import './globals.css';
import { Broken } from '@/components/shell/broken';
import texts from '@/messages/en.broken.json';

/** Shown when even the page frame fails. */
export default function GlobalErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-xl px-4 py-10">
          <Broken texts={texts} code={error.digest} retry={reset} />
        </main>
      </body>
    </html>
  );
}
