'use client';

import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TICK } from '@/components/ui/field';
import { queryAddress } from '@/lib/core/address';
import { fill } from '@/lib/forms/texts';
import { announce, listWaiting, onAnnounced, readKept, removeWaiting } from './device';
import { stateOf } from './draw-page';
import { switchOff, switchOn } from './keeping';
import { clockText, type Kept } from './kept-view';
import type { Waiting } from './outbox';
import { endTyping } from './typing';

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
    endTyping({ ids: new URLSearchParams(location.search).getAll('kept') });
    if (!isOn) return;
    const read = () =>
      void Promise.all([readKept(), listWaiting()]).then(
        ([kept, items]) => setState({ kept, items }),
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

function WaitingList({ kept, items }: { kept: Kept; items: readonly Waiting[] }) {
  const { texts } = kept;
  const remove = async ({ id }: Waiting) => {
    if (!window.confirm(texts.removeSure)) return;
    await removeWaiting(id);
    announce();
    location.reload();
  };
  return (
    <section aria-labelledby="waiting-heading" className="pt-6">
      <h2 id="waiting-heading" className="pb-2 text-lg font-semibold">
        {texts.waitingTitle}
      </h2>
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.id} className="rounded-control border border-line bg-surface px-4 py-3">
            <bdi className="block font-semibold wrap-anywhere">{item.name}</bdi>
            <p className="text-sm text-muted">
              {fill(texts.typedAt, { time: clockText(item.at, kept, new Date()) })}
            </p>
            <p>{texts.state[stateOf(item)]}</p>
            {item.reasons?.map((reason) => (
              <p key={reason} className="wrap-anywhere">
                {reason}
              </p>
            ))}
            <p className="flex flex-wrap gap-2 pt-2">
              <Button size="small" onClick={() => openInForm(item, kept)}>
                {texts.openInForm}
              </Button>
              <Button size="small" variant="danger" onClick={() => void remove(item)}>
                {texts.remove}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As this tab's draft of a new lead: the form fills it in, and says so. It stays here until the desk has it. */
function openInForm({ draft }: Waiting, { form }: Kept): void {
  const { replaces } = draft.hidden;
  const key = `${form?.draftKey}${replaces ? `:from=${replaces}` : ''}`;
  if (form) sessionStorage.setItem(`draft:${key}`, JSON.stringify(draft));
  location.assign(queryAddress('/leads/new', { from: replaces }));
}
