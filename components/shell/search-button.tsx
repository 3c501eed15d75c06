'use client';

import { useEffect, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icons';
import type { SearchDialog, SearchTexts } from './search-dialog';

type Props = {
  texts: SearchTexts;
  /** On Apple's keyboards ⌘ is what Ctrl is on others. */
  isApple: boolean;
  /** A page with a search of its own: where the button leads without scripts. */
  fallback: string;
};

/**
 * Opens the search of everything, also by ⌘K or Ctrl+K, whose code is loaded only then. The keys work on every page and
 * while the person types: with a modifier they are no single-key shortcut, which could be switched off (WCAG 2.1.4).
 */
export function SearchButton({ texts, isApple, fallback }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [Opened, setOpened] = useState<typeof SearchDialog>();
  const open = () => {
    import('./search-dialog').then(
      ({ SearchDialog }) => setOpened(() => SearchDialog),
      // Offline, or a new deployment has removed the file.
      () => form.current?.submit(),
    );
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!/^k$/i.test(event.key) || !(isApple ? event.metaKey : event.ctrlKey)) return;
      if (event.altKey || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!document.querySelector('dialog:modal')) form.current?.requestSubmit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isApple]);
  return (
    <>
      <form
        ref={form}
        action={fallback}
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <button
          type="submit"
          aria-haspopup="dialog"
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          className="flex min-h-9 items-center gap-2 rounded-control border border-line-button px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <Icon name="search" />
          <span className="max-xl:sr-only">{texts.search}</span>
          <span aria-hidden="true" className="pl-6 text-xs max-xl:hidden [@media(scripting:none)]:hidden">
            {texts.key}
          </span>
        </button>
      </form>
      {Opened && <Opened texts={texts} onClose={() => setOpened(undefined)} />}
    </>
  );
}
