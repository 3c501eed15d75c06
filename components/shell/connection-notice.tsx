'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { installPageTransport } from './page-transport';
import { reachability, useReachability } from './reachability';

export type ConnectionTexts = {
  offline: string;
  unreachable: string;
  kept: string;
  tryAgain: string;
  trying: string;
};

/**
 * Keeps the page on screen while the desk is unreachable, and says so. It overlays the bottom edge, so
 * nothing on the page moves; the page gets room for it at its end, and the form's buttons stay above it.
 */
export function ConnectionNotice({ texts }: { texts: ConnectionTexts }) {
  const reach = useReachability();
  const [isTrying, setIsTrying] = useState(false);
  // Counts blocked navigations: each one announces the same text again.
  const [refusals, setRefusals] = useState(0);

  useEffect(() => installPageTransport(), []);
  useEffect(() => keepPage(() => setRefusals((count) => count + 1)), []);
  useEffect(() => {
    const check = () => void reachability.check();
    const events = ['online', 'offline'] as const;
    for (const event of events) window.addEventListener(event, check);
    // Gone before this page could listen.
    if (!navigator.onLine) check();
    return () => {
      for (const event of events) window.removeEventListener(event, check);
    };
  }, []);

  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => (reach === 'reachable' ? undefined : makeRoomFor(notice.current)), [reach]);

  if (reach === 'reachable') return null;
  const tryAgain = async () => {
    setIsTrying(true);
    await reachability.check();
    setIsTrying(false);
  };
  return (
    <div
      ref={notice}
      className="tone-warn fixed inset-x-0 bottom-0 z-10 border-t border-line-strong bg-tone-soft shadow-raised print:hidden"
    >
      <div className="mx-auto flex max-w-list flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm text-ink sm:px-6">
        <div key={refusals} role="alert" className="flex min-w-0 flex-1 basis-60 gap-2.5">
          <Icon name={reach === 'offline' ? 'wifi-off' : 'cloud-off'} className="mt-0.5 size-4 text-tone" />
          <p>
            <strong className="font-semibold text-tone">{texts[reach]}</strong> {texts.kept}
          </p>
        </div>
        <Button size="small" onClick={tryAgain} isBusy={isTrying}>
          {texts.tryAgain}
        </Button>
        <p role="status" className="sr-only">
          {isTrying && texts.trying}
        </p>
      </div>
    </div>
  );
}

/** Tells the style sheet how high the notice is, in pixels. Returns the function that ends it. */
function makeRoomFor(notice: HTMLElement | null): (() => void) | undefined {
  if (!notice) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--notice-height', `${notice.getBoundingClientRect().height}px`),
  );
  observer.observe(notice);
  return () => {
    observer.disconnect();
    style.removeProperty('--notice-height');
  };
}

/**
 * While the desk is unreachable, blocks links and forms that would replace the page with the browser's error
 * page; each press probes the desk once more and continues if it answers. Events the page handles are
 * ignored: they are already prevented when they get here. Returns the function that ends it.
 *
 * @param refused called when a navigation was blocked
 */
function keepPage(refused: () => void): () => void {
  const hold = (event: Event, goOn: () => void) => {
    event.preventDefault();
    void reachability.check().then((isThere) => (isThere ? goOn() : refused()));
  };
  const onClick = (event: MouseEvent) => {
    // The network may be gone for a moment before a probe says so.
    if (navigator.onLine ? isReachable(event) : event.defaultPrevented) return;
    // With a worker, a link leads to the offline page.
    if (isForTheBrowser(event) || navigator.serviceWorker?.controller) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && leavesPage(link)) hold(event, () => location.assign(link.href));
  };
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (isReachable(event) || !(form instanceof HTMLFormElement) || form.method === 'dialog') return;
    hold(event, () => form.requestSubmit(submitter));
  };
  window.addEventListener('click', onClick);
  window.addEventListener('submit', onSubmit);
  return () => {
    window.removeEventListener('click', onClick);
    window.removeEventListener('submit', onSubmit);
  };
}

function isReachable(event: Event): boolean {
  return event.defaultPrevented || reachability.get() === 'reachable';
}

/** A new tab or window, or a download: this page stays. */
function isForTheBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

function leavesPage({ target, origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  if ((target !== '' && target !== '_self') || origin !== location.origin) return false;
  return hash === '' || pathname !== location.pathname || search !== location.search;
}
