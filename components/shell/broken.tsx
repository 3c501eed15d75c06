import { quoteCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';

/**
 * Passed in by the error page that renders this: the server cannot, and the whole catalogue must not be in
 * the browser.
 */
export type BrokenTexts = { brokenTitle: string; broken: string; tryAgain: string };

/** Shown when a page fails: what is safe, a retry, and the code of the log line. Never the error itself. */
export function Broken({
  texts,
  code,
  retry,
}: {
  texts: BrokenTexts;
  /** Undefined if it failed in the browser, which has no log line. */
  code: string | undefined;
  retry: () => void;
}) {
  return (
    <div
      role="alert"
      className="mx-auto max-w-form space-y-3 rounded-card border border-line bg-surface px-4 py-8 sm:px-8"
    >
      <h1 className="text-xl font-semibold">{texts.brokenTitle}</h1>
      <p className="max-w-prose">{texts.broken}</p>
      {code && <p className="text-sm text-muted tabular-nums">{quoteCode(code)}</p>}
      <Button variant="primary" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
