'use client';

import { type RefObject, useEffect, useRef } from 'react';

/** For an element that takes the focus whenever there is another `news`, even one with the same words. */
export function useFocusFor<Place extends HTMLElement = HTMLDivElement>(
  news: unknown,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words again are news again
  useEffect(() => place.current?.focus(), [news]);
  return place;
}
