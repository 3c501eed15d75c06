'use client';

// A file of its own: an error page is part of every page, and the whole catalogue must not be.
import texts from '@/messages/en.broken.json';

/** What is shown where a page fails: what is safe, and a way to try again. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <main id="main" className="mx-auto max-w-xl space-y-4 px-4 py-16">
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
  );
}
