'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { mintId } from '@/lib/core/mint-id';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { DraftIds, DraftSync, OtherDraft } from './draft-sync';
import { loadDraftSync } from './load-draft-sync';

type Options = {
  typed: () => DraftField[];
  about: Record<string, string | undefined>;
  keep: (ids: DraftIds, isStored: boolean) => void;
};

/** Saves the open form's draft on the server, also when the page is left or hidden. Never renders for a save. */
export function useDraftSync(options: Options) {
  const sync = useRef<DraftSync>(undefined);
  const [conflict, setConflict] = useState<OtherDraft>();
  const latest = useRef(options);
  latest.current = options;

  const open = useCallback((hidden: Record<string, string>) => {
    sync.current ??= loadDraftSync({
      ids: { draftId: hidden.draftId ?? mintId('dft'), draftRevision: hidden.draftRevision ?? '' },
      read: () => latest.current.typed(),
      about: () => latest.current.about,
      keep: (ids, isStored) => latest.current.keep(ids, isStored),
      onConflict: setConflict,
    });
  }, []);

  useEffect(() => {
    const leave = () => void sync.current?.flush('leaving');
    const hide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return { sync, conflict, open };
}
