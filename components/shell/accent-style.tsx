'use client';

import { useState } from 'react';

/**
 * The style of the brand's accent. Always there and always the same element: the page policy knows the nonce of the first
 * response only, so that a later one could not add a style, but may change this one.
 */
export function AccentStyle({ nonce, style }: { nonce: string | undefined; style: string }) {
  const [first] = useState(nonce);
  return (
    // Browsers hide a nonce from scripts, so that it always seems to differ.
    <style nonce={first} suppressHydrationWarning>
      {style}
    </style>
  );
}
