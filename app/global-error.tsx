'use client';

import './globals.css';
import texts from '@/messages/en.broken.json';

/** What is shown where even the frame of the page fails. */
export default function GlobalErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-xl space-y-4 px-4 py-16">
          <h1 className="text-xl font-semibold">{texts.brokenTitle}</h1>
          <p>{texts.broken}</p>
          <button
            type="button"
            onClick={reset}
            className="min-h-11 rounded-control border border-line-strong bg-surface px-4 font-medium"
          >
            {texts.tryAgain}
          </button>
        </main>
      </body>
    </html>
  );
}
