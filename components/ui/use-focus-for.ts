'use client';

import { type RefObject, useEffect, useRef } from 'react';

/** For an element that takes the focus whenever there is another `news`, even one with the same words. */
export function useFocusFor(news: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words again are news again
  useEffect(() => place.current?.focus(), [news]);
  return place;
}
