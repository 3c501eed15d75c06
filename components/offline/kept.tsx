'use client';

import { useEffect, useState } from 'react';
import { pluralText } from '@/lib/core/language';
import { listWaiting, onAnnounced, readKept } from './device';
import { beforeSignOut, checkOwner, keepForm, refreshKept, startWorker } from './keeping';
import type { KeptProps } from './kept-loader';
import { setKeeper } from './unsent';

/** The pause between two readings of what is kept, in milliseconds. */
const EVERY_MS = 60_000;

/** Part of every page on a device that keeps leads: keeps, sends what waits, and says how much does. */
export default function Kept({ owner }: KeptProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    let isOver = false;
    const ends: (() => void)[] = [];
    const count = async () => {
      const [kept, items] = [await readKept(), await listWaiting()];
      // Whoever signs in next decides: another person's page deletes what waits.
      const texts = (owner === undefined && kept?.texts.waitingSignedOut) || kept?.texts.waiting;
      if (!isOver)
        setText(kept && texts && items.length > 0 ? pluralText(kept.lang, texts, items.length) : '');
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

type Task = { isOver: () => boolean; count: () => void; ends: (() => void)[] };

async function start(owner: string | undefined, { isOver, count, ends }: Task): Promise<void> {
  if (!(await checkOwner(owner).catch(() => false)) || isOver()) return;
  setKeeper(owner ? keepForm : undefined);
  await startWorker();
  let last = 0;
  const refresh = (isForced: boolean) => {
    if (document.visibilityState === 'hidden' || (!isForced && Date.now() - last < EVERY_MS)) return;
    last = Date.now();
    void refreshKept().then(count, count);
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

/** Signing out deletes what is kept here first. While the desk can't be reached, nobody is signed out: nothing is deleted. */
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
