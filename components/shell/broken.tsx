'use client';

import { type FailureTexts, useFailureTexts } from '@/components/shell/failure-texts';
import { quoteCode } from '@/components/shell/quote-code';
import { Button } from '@/components/ui/button';
import { EmptyFrame } from '@/components/ui/empty-frame';

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
      <EmptyFrame
        icon={<Warning />}
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
      </EmptyFrame>
    </div>
  );
}

/** Lucide's "triangle-alert". The set of icons would be loaded once more for each kind of error page. */
function Warning() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5"
    >
      <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3" />
      <path d="M12 9v4M12 17h.01" />
    </svg>
  );
}
