import { getTranslations } from 'next-intl/server';
import { toError } from './error-labels';

/** The last error of a job in plain words, and as recorded. */
export async function WhatWentWrong({ lastError }: { lastError: string | null | undefined }) {
  const { text, noted } = toError(lastError, await getTranslations('Submissions'));
  return (
    <>
      {text}
      {noted && (
        <bdi className="block text-xs wrap-anywhere text-muted">
          <code className="font-mono">{noted}</code>
        </bdi>
      )}
    </>
  );
}
