'use client';

import { Button } from '@/components/ui/button';
// A file of its own: an error page is part of every page, and the whole catalogue must not be.
import texts from '@/messages/en.broken.json';

/** What is said where a page fails: what is safe, and a way to try again. Never the error itself. */
export function Broken({ retry }: { retry: () => void }) {
  return (
    <div role="alert" className="max-w-prose space-y-3 py-6">
      <h1 className="text-xl font-semibold">{texts.brokenTitle}</h1>
      <p>{texts.broken}</p>
      <Button look="primary" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
