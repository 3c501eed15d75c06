'use client';

import { useEffect, useId, useState } from 'react';
import { type Cached, clockText } from '@/components/offline/cached-view';
import { switchOff, switchOn } from '@/components/offline/caching';
import { listWaiting, onAnnounced, readCached } from '@/components/offline/device';
import type { Waiting } from '@/components/offline/outbox';
import { WaitingList } from '@/components/offline/waiting-list';
import { TICK } from '@/components/ui/field';
import { fill } from '@/lib/forms/texts';

type Texts = {
  switch: string;
  detail: string;
  needsScripts: string;
  unsupported: string;
  working: string;
  cachedAsOf: string;
  gettingReady: string;
  switchOffSure: string;
};

/** The one switch, and what waits on this device. */
export function DeviceSettings({ isOn, texts }: { isOn: boolean; texts: Texts }) {
  const [isReady, setIsReady] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  const [state, setState] = useState<{ cached?: Cached; items: Waiting[] }>({ items: [] });
  const detailId = useId();
  useEffect(() => {
    setIsReady(isSupported());
    if (!isOn) return;
    const just = new URLSearchParams(window.location.search).get('cached');
    let waits = false;
    const read = () =>
      void Promise.all([readCached(), listWaiting()]).then(
        ([cached, items]) => {
          const waited = waits;
          waits = items.some(({ id }) => id === just);
          // The server knows what became of it. If nothing is cached any more, its person is signing out.
          if (waited && !waits && cached) window.location.reload();
          setState({ cached, items });
        },
        () => setState({ items: [] }),
      );
    read();
    return onAnnounced(read);
  }, [isOn]);
  const flip = async () => {
    if (isOn && state.items.length > 0 && !window.confirm(texts.switchOffSure)) return;
    setIsBusy(true);
    await (isOn ? switchOff() : switchOn());
    location.assign('/settings/device');
  };
  return (
    <>
      <label className="flex items-start gap-3 py-2 font-semibold">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          className={`${TICK} mt-0.5`}
          checked={isOn}
          disabled={!isReady || isBusy}
          aria-describedby={detailId}
          onChange={() => void flip()}
        />
        {texts.switch}
      </label>
      <div id={detailId} className="text-muted">
        <p>{texts.detail}</p>
        <p className="pt-2 text-ink [@media(scripting:enabled)]:hidden">{texts.needsScripts}</p>
        {isReady === false && <p className="pt-2 text-ink">{texts.unsupported}</p>}
      </div>
      <p role="status" className="pt-2">
        {isBusy ? texts.working : isOn && isReady && readiness(state.cached, texts)}
      </p>
      {state.cached && state.items.length > 0 && <WaitingList cached={state.cached} items={state.items} />}
    </>
  );
}

function readiness(cached: Cached | undefined, texts: Texts): string {
  return cached
    ? fill(texts.cachedAsOf, { time: clockText(cached.readAt, cached, new Date()) })
    : texts.gettingReady;
}

function isSupported(): boolean {
  return (
    'serviceWorker' in navigator && 'indexedDB' in window && window.isSecureContext && 'locks' in navigator
  );
}
