'use client';

import { useEffect, useState } from 'react';
import { pluralText } from '@/lib/core/language';
import type { CachedProps } from './cached-loader';
import { beforeSignOut, cacheForm, checkOwner, refreshCached, startWorker } from './caching';
import { listWaiting, onAnnounced, readCached } from './device';
import { setKeeper } from './unsent';

/** The pause between two reads of what is cached, in milliseconds. */
const EVERY_MS = 60_000;

/** Part of every page on a device that keeps leads: keeps, sends what waits, and says how much does. */
export default function Cached({ owner }: CachedProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    let isOver = false;
    const ends: (() => void)[] = [];
    const count = async () => {
      const [cached, items] = [await readCached(), await listWaiting()];
      // Whoever signs in next decides: another person's page deletes what waits.
      const texts = (owner === undefined && cached?.texts.waitingSignedOut) || cached?.texts.waiting;
      if (!isOver)
        setText(cached && texts && items.length > 0 ? pluralText(cached.lang, texts, items.length) : '');
    };
    void start(owner, { isOver: () => isOver, count: () => void count().catch(() => setText('')), ends });
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [owner]);
  return (
    <p role="status" className="text-sm">
      {text && owner === undefined && <span className="block py-2">{text}</span>}
      {text && owner !== undefined && (
        <a href="/settings/device" className="inline-flex min-h-11 items-center text-accent underline">
          {text}
        </a>
      )}
    </p>
  );
}

type Input = { isOver: () => boolean; count: () => void; ends: (() => void)[] };

async function start(owner: string | undefined, { isOver, count, ends }: Input): Promise<void> {
  if (!(await checkOwner(owner).catch(() => false)) || isOver()) return;
  setKeeper(owner ? cacheForm : undefined);
  await startWorker();
  let last = 0;
  const refresh = (isForced: boolean) => {
    if (document.visibilityState === 'hidden' || (!isForced && Date.now() - last < EVERY_MS)) return;
    last = Date.now();
    void refreshCached().then(count, count);
  };
  const onOnline = () => refresh(true);
  const onVisible = () => refresh(false);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  document.addEventListener('submit', onSubmit, true);
  const timer = setInterval(onVisible, EVERY_MS);
  ends.push(
    () => setKeeper(undefined),
    () => window.removeEventListener('online', onOnline),
    () => document.removeEventListener('visibilitychange', onVisible),
    () => document.removeEventListener('submit', onSubmit, true),
    () => clearInterval(timer),
    onAnnounced(count),
  );
  if (isOver()) for (const end of ends) end();
  count();
  refresh(true);
}

/** Forms that are about to sign out, and may. */
const allowed = new WeakSet<HTMLFormElement>();

/** Signing out deletes what is cached here first. While the desk can't be reached, nobody is signed out: nothing is deleted. */
function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.closest('[data-signs-out]')) return;
  if (allowed.has(form) || !navigator.onLine) return;
  event.preventDefault();
  event.stopPropagation();
  void beforeSignOut().then((mayGoOn) => {
    if (!mayGoOn) return;
    allowed.add(form);
    form.requestSubmit(submitter);
  });
}
