'use client';

import { useEffect, useId, useState } from 'react';
import { listWaiting, onAnnounced, readKept } from '@/components/offline/device';
import { switchOff, switchOn } from '@/components/offline/keeping';
import { clockText, type Kept } from '@/components/offline/kept-view';
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
  keptAsOf: string;
  gettingReady: string;
  switchOffSure: string;
};

/** The one switch, and what waits on this device. */
export function DeviceSettings({ isOn, texts }: { isOn: boolean; texts: Texts }) {
  const [isReady, setIsReady] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  const [state, setState] = useState<{ kept?: Kept; items: Waiting[] }>({ items: [] });
  const detailId = useId();
  useEffect(() => {
    setIsReady(isSupported());
    if (!isOn) return;
    const just = new URLSearchParams(window.location.search).get('kept');
    let waits = false;
    const read = () =>
      void Promise.all([readKept(), listWaiting()]).then(
        ([kept, items]) => {
          const waited = waits;
          waits = items.some(({ id }) => id === just);
          // The server knows what became of it. If nothing is kept any more, its person is signing out.
          if (waited && !waits && kept) window.location.reload();
          setState({ kept, items });
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
        {isBusy ? texts.working : isOn && isReady && readiness(state.kept, texts)}
      </p>
      {state.kept && state.items.length > 0 && <WaitingList kept={state.kept} items={state.items} />}
    </>
  );
}

function readiness(kept: Kept | undefined, texts: Texts): string {
  return kept ? fill(texts.keptAsOf, { time: clockText(kept.readAt, kept, new Date()) }) : texts.gettingReady;
}

function isSupported(): boolean {
  return (
    'serviceWorker' in navigator && 'indexedDB' in window && window.isSecureContext && 'locks' in navigator
  );
}
