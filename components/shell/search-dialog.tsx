'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icons';
import type { SearchHit, SearchResults } from './search-results';

export type SearchTexts = {
  search: string;
  /** The keys that open it. */
  key: string;
  label: string;
  placeholder: string;
  close: string;
  failed: string;
};

/** How long somebody who types may pause between two letters, in milliseconds. */
const PAUSE_MS = 150;

const ADDRESS = '/api/search';

/** One search of everything, in a dialog. The first hit is chosen at once; closing gives the focus back. */
export function SearchDialog({ texts, onClose }: { texts: SearchTexts; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const close = () => dialog.current?.close();
  const { results, hasFailed, onEnter } = useResults(q, close);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes it
    <dialog
      ref={dialog}
      aria-label={texts.label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className="mx-auto mt-[10dvh] mb-auto max-h-[80dvh] w-full max-w-xl flex-col overflow-hidden rounded-card bg-surface text-ink shadow-raised backdrop:bg-backdrop open:flex max-sm:max-w-[calc(100%_-_--spacing(8))] forced-colors:border"
    >
      <Autocomplete.Root
        items={results?.groups ?? []}
        itemToStringValue={({ title }: SearchHit) => title}
        value={q}
        onValueChange={(value, { reason }) => reason !== 'item-press' && setQ(value)}
        open
        inline
        filter={null}
        autoHighlight="always"
        keepHighlight
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Icon name="search" className="size-5 text-muted" />
          <Autocomplete.Input
            aria-label={texts.label}
            placeholder={texts.placeholder}
            dir="auto"
            enterKeyHint="go"
            onKeyDown={onEnter}
            className="h-13 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-muted"
          />
          <button
            type="button"
            aria-label={texts.close}
            onClick={close}
            className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
          >
            <Icon name="x" />
          </button>
        </div>
        <Autocomplete.Status
          className={results?.groups.length && !hasFailed ? 'sr-only' : 'px-4 py-5 text-muted'}
        >
          {hasFailed ? texts.failed : results?.summary}
        </Autocomplete.Status>
        <Autocomplete.List className="overflow-y-auto overscroll-contain px-2 empty:hidden">
          {({ label, items }: SearchResults['groups'][number]) => (
            <Autocomplete.Group
              key={label}
              items={items}
              className="py-2 not-first:border-t not-first:border-line"
            >
              <Autocomplete.GroupLabel className="px-2 py-1 text-xs text-muted">
                {label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: SearchHit) => <Hit key={hit.href} hit={hit} onClick={close} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </dialog>
  );
}

/** A link, so that it also opens in a new tab. */
function Hit({ hit, onClick }: { hit: SearchHit; onClick: () => void }) {
  return (
    <Autocomplete.Item
      value={hit}
      render={<a href={hit.href} tabIndex={-1} />}
      onClick={onClick}
      className="flex min-h-10 items-baseline gap-3 rounded-control px-2 py-2 outline-none select-none data-highlighted:bg-accent-soft forced-colors:data-highlighted:forced-color-adjust-none forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
    >
      <bdi className="min-w-0 truncate font-semibold">{hit.title}</bdi>{' '}
      {hit.detail && (
        <bdi className="ml-auto min-w-0 shrink-0 truncate text-sm text-muted max-sm:max-w-1/2">
          {hit.detail}
        </bdi>
      )}
    </Autocomplete.Item>
  );
}

/**
 * What is found for a text, a moment after the person pauses; what was found before stays meanwhile. Who presses Enter
 * before it is there goes to the first hit once it is.
 */
function useResults(q: string, close: () => void) {
  const [found, setFound] = useState<{ q: string; results?: SearchResults | undefined }>();
  const goesOn = useRef(false);
  const closed = useRef(close);
  useEffect(() => {
    const gone = new AbortController();
    goesOn.current = false;
    const search = async () => {
      const results = await load(q, gone.signal).catch(() => undefined);
      if (gone.signal.aborted) return;
      setFound({ q, results });
      const first = results?.groups[0]?.items[0];
      if (!goesOn.current || !first) return;
      closed.current();
      location.assign(first.href);
    };
    const timer = setTimeout(search, q === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [q]);
  const onEnter = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || found?.q === q) return;
    event.preventDefault();
    event.preventBaseUIHandler?.();
    goesOn.current = true;
  };
  return { results: found?.results, hasFailed: found !== undefined && !found.results, onEnter };
}

async function load(q: string, signal: AbortSignal): Promise<SearchResults | undefined> {
  const response = await fetch(`${ADDRESS}?${new URLSearchParams({ q })}`, { signal });
  return response.ok ? await response.json() : undefined;
}
