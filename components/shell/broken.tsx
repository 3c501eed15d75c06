'use client';

import { type FailureTexts, useFailureTexts } from '@/components/shell/failure-texts';
import { quoteCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

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
    <div role="alert" className="mx-auto max-w-form">
      <EmptyState
        icon="triangle-alert"
        level={1}
        title={texts.brokenTitle}
        action={
          <Button variant="primary" onClick={retry}>
            {texts.tryAgain}
          </Button>
        }
        note={code && quoteCode({ text: texts.code, code })}
      >
        {texts.broken}
      </EmptyState>
    </div>
  );
}
