'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from 'react';
import { WriteFields } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { buttonClass } from '@/components/ui/button';
import type { BrandImageKind } from '@/lib/brand/setting';
import { hasFileOver } from '@/lib/core/posted-file';
import type { UploadOutcome } from '../take-image';

export type ImageTexts = {
  choose: string;
  upload: string;
  uploading: string;
  /** If no answer came back. */
  unknown: string;
  outcomes: Record<UploadOutcome['outcome'], string>;
};

const ADDRESS = '/admin/brand/image';

/**
 * Uploads a picture as soon as it is chosen, and says what became of it. Without scripts it has a button of its own, and
 * the page says so.
 *
 * @param children stands beside the button
 */
export function BrandImageField(props: {
  image: BrandImageKind;
  texts: ImageTexts;
  maxBytes: number;
  children: ReactNode;
}) {
  const { image, texts, maxBytes, children } = props;
  const router = useRouter();
  const [outcome, setOutcome] = useState<UploadOutcome['outcome'] | 'unknown'>();
  const [isSending, setSending] = useState(false);
  const [isRefreshing, refresh] = useTransition();
  const isPending = isSending || isRefreshing;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome && !isPending) place.current?.focus();
  }, [outcome, isPending]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new FormData(form);
    setOutcome(undefined);
    setSending(true);
    const became = hasFileOver(body, { name: 'file', maxBytes }) ? 'size' : await post(body);
    // The same file may be chosen again.
    form.reset();
    setSending(false);
    setOutcome(became);
    if (became === 'set') refresh(() => router.refresh());
  }

  const id = `brand-${image}`;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <form
          action={ADDRESS}
          method="post"
          encType="multipart/form-data"
          onSubmit={send}
          noValidate
          className="contents"
        >
          <WriteFields className="contents">
            <input type="hidden" name="image" value={image} />
            <input
              id={id}
              name="file"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-describedby={`${id}-help`}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
              className="peer sr-only noscript:not-sr-only noscript:w-full noscript:text-sm"
            />
            <label
              htmlFor={id}
              className={`${buttonClass()} ${isPending ? 'cursor-default opacity-60' : 'cursor-pointer'} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus noscript:sr-only`}
            >
              {isPending ? texts.uploading : texts.choose}
            </label>
            <button type="submit" className={`${buttonClass()} hidden! noscript:inline-flex!`}>
              {texts.upload}
            </button>
          </WriteFields>
        </form>
        {children}
      </div>
      {outcome && !isPending && (
        <div ref={place} tabIndex={-1} className="outline-none">
          <Banner
            tone={outcome === 'set' ? 'good' : 'bad'}
            title={outcome === 'unknown' ? texts.unknown : texts.outcomes[outcome]}
          />
        </div>
      )}
    </div>
  );
}

async function post(body: FormData): Promise<UploadOutcome['outcome'] | 'unknown'> {
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(60_000),
    });
    const parsed: unknown = await response.json();
    if (isOutcome(parsed)) return parsed.outcome;
  } catch {
    // Reported as unknown.
  }
  return 'unknown';
}

function isOutcome(parsed: unknown): parsed is UploadOutcome {
  return typeof parsed === 'object' && parsed !== null && 'outcome' in parsed;
}
