'use client';

import { type DragEvent, useEffect, useRef, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';

type Props = {
  id: string;
  /** What may be chosen; names the control together with `choose`. */
  label: string;
  texts: { choose: string; drop: string; uploading: string; upload: string };
  /** Why the last post was refused, with its id. */
  wiring: { 'aria-required': true; 'aria-invalid'?: true; 'aria-describedby'?: string; autoFocus?: true };
};

/**
 * Takes one file and posts its form as soon as it is chosen or dropped. Around the browser's own control, whose words are
 * in the language of the browser: it is shown only without scripts, with a button of its own.
 */
export function FileDrop({ id, label, texts, wiring }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isSent, setSent] = useState(false);
  const send = () => {
    if (!input.current?.files?.length) return;
    setSent(true);
    input.current.form?.requestSubmit();
  };
  useEffect(() => {
    // Chosen before the scripts were there.
    if (input.current?.files?.length) input.current.form?.requestSubmit();
    // Back from the next page: the file may be chosen again.
    const reset = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      input.current?.form?.reset();
      setSent(false);
    };
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file || !input.current || isSent) return;
    const one = new DataTransfer();
    one.items.add(file);
    input.current.files = one.files;
    send();
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // Who drops a file has a pointer; everybody else has the button inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex w-full flex-col items-center gap-2 rounded-card border border-dashed px-4 py-6 text-center transition-colors sm:py-9 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <Icon name="upload" className="size-6 text-muted" />
      <input
        ref={input}
        id={id}
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm"
        autoComplete="off"
        onChange={send}
        className="peer sr-only noscript:not-sr-only noscript:w-full noscript:text-sm"
        {...wiring}
      />
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'primary' })} ${isSent ? 'opacity-60' : 'cursor-pointer'} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus noscript:sr-only`}
      >
        {texts.choose}
      </label>
      <p aria-hidden="true" className="hidden text-muted any-pointer-fine:block noscript:hidden">
        {texts.drop}
      </p>
      <button
        type="submit"
        className={`${buttonClass({ variant: 'primary' })} hidden! noscript:inline-flex!`}
      >
        {texts.upload}
      </button>
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <p role="status" className={isSent ? 'font-semibold' : 'sr-only'}>
        {isSent ? texts.uploading : ''}
      </p>
    </div>
  );
}
