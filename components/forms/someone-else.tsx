'use client';

import { Button } from '@/components/ui/button';
import type { LeadFormState } from '@/lib/forms/state';
import { NoticeBox } from './notice-box';

type Props = { told: Extract<LeadFormState, { status: 'someone-else' }>['told']; formId: string };

/**
 * The form was rendered for another person than the one signed in now: nothing was sent. Takes the focus when
 * it appears. Its links are plain ones, so that the whole page is rendered for the current person. Without
 * scripts no draft restores the answers, so they can be submitted from here, by a button that names the
 * submitter.
 */
export function SomeoneElse({ told, formId }: Props) {
  const { heading, text, goOn, signIn, submitAs } = told;
  return (
    <NoticeBox id="someone-else-heading" heading={heading} focusFor={told}>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {submitAs && (
          <noscript>
            <Button type="submit" form={formId} name="renderedFor" value={submitAs.value}>
              {submitAs.text}
            </Button>
          </noscript>
        )}
        {[goOn, signIn].map(
          (link) =>
            link && (
              <a
                key={link.href}
                href={link.href}
                className="inline-flex min-h-11 items-center text-accent underline wrap-anywhere"
              >
                {link.text}
              </a>
            ),
        )}
      </div>
    </NoticeBox>
  );
}
