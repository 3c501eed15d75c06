'use client';

import { type FailureTexts, useFailureTexts } from '@/components/shell/failure-texts';
import { quoteCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';

type Props = {
  /** Undefined if it failed in the browser, which has no log line. */
  code: string | undefined;
  retry: () => void;
};

/** Shown when a page fails: what is safe, a retry, and the code of the log line. Never the error itself. */
export function Broken(props: Props) {
  return <BrokenIn texts={useFailureTexts()} {...props} />;
}

/** The same where no frame of a page has the texts. */
export function BrokenIn({ texts, code, retry }: Props & { texts: FailureTexts }) {
  return (
    <div
      role="alert"
      className="mx-auto max-w-form space-y-3 rounded-card border border-line bg-surface px-4 py-8 sm:px-8"
    >
      <h1 className="text-xl font-semibold">{texts.brokenTitle}</h1>
      <p className="max-w-prose">{texts.broken}</p>
      {code && <p className="text-sm text-muted tabular-nums">{quoteCode({ text: texts.code, code })}</p>}
      <Button variant="primary" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
