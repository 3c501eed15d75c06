'use client';

import { createContext, type ReactNode, use } from 'react';

/** What is said when a page or a post fails, in the language of the page. */
export type FailureTexts = { brokenTitle: string; broken: string; code: string; tryAgain: string };

const NONE: FailureTexts = { brokenTitle: '', broken: '', code: '{code}', tryAgain: '' };

const TextsContext = createContext(NONE);

let lastTexts: FailureTexts | undefined;

/**
 * Holds the texts ready for everything inside. They come with the page: a failing one cannot ask the server for them,
 * and a script with the texts of one language would be sent to the readers of all.
 */
export function FailureTextsProvider({ texts, children }: { texts: FailureTexts; children: ReactNode }) {
  if (typeof window !== 'undefined') lastTexts = texts;
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** The texts of this page. */
export function useFailureTexts(): FailureTexts {
  return use(TextsContext);
}

/** Outside of the frame of all pages, when that failed: those of the last page; undefined if it was the first. */
export function getLastFailureTexts(): FailureTexts | undefined {
  return lastTexts;
}
