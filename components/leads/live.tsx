'use client';

import { type Freshness, LiveControls } from './live-controls';
import { useLive } from './use-live';

/** Keeps a single-item page fresh, and says how fresh it is. */
export function Live({ freshness }: { freshness: Freshness }) {
  const live = useLive(freshness.position);
  return (
    <section aria-label={freshness.texts.group} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <LiveControls freshness={freshness} live={live} />
    </section>
  );
}
