'use client';

import './globals.css';
import { useEffect, useState } from 'react';
import { BrokenIn } from '@/components/shell/broken';
import { type FailureTexts, getLastFailureTexts } from '@/components/shell/failure-texts';

type Shown = { lang: string; texts: FailureTexts };

/** Shown when even the page frame fails. */
export default function GlobalErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const shown = useTexts();
  return (
    <html lang={shown?.lang}>
      <body>
        <main className="mx-auto max-w-xl px-4 py-10">
          {shown && <BrokenIn texts={shown.texts} code={error.digest} retry={reset} />}
        </main>
      </body>
    </html>
  );
}

/** The texts of the page that was here before; else, in the language of the browser, from a script of their own. */
function useTexts(): Shown | undefined {
  const [shown, setShown] = useState(readTexts);
  useEffect(() => {
    if (!shown) fetchTexts().then(setShown);
  }, [shown]);
  return shown;
}

function readTexts(): Shown | undefined {
  const texts = getLastFailureTexts();
  return texts && { lang: document.documentElement.lang, texts };
}

async function fetchTexts(): Promise<Shown | undefined> {
  const wanted = navigator.languages.map((tag) => tag.replace(/-.*/, '').toLowerCase());
  for (const lang of [...new Set(wanted), 'en']) {
    try {
      const { default: texts } = await import(`../messages/${lang}.broken.json`);
      return { lang, texts };
    } catch {
      // Not a language of ours.
    }
  }
  return undefined;
}
