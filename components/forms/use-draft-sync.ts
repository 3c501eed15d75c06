'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { mintId } from '@/lib/core/mint-id';
import type { DraftField } from '@/lib/forms/draft-fields';
import type { DraftIds, DraftSync, OtherDraft } from './draft-sync';

type Options = {
  typed: () => DraftField[];
  about: Record<string, string | undefined>;
  keep: (ids: DraftIds, isStored: boolean) => void;
};

/**
 * Saves the open form's draft on the server, also when the page is left or hidden. Never renders for a save. Its code is
 * loaded after the form is drawn, so that the form can be used earlier; what happens before is passed on in its order. If
 * the code does not load, nothing is saved on the server, and the next call tries again.
 */
export function useDraftSync(options: Options) {
  const ids = useRef<DraftIds>(undefined);
  const loading = useRef<Promise<DraftSync>>(undefined);
  const [conflict, setConflict] = useState<OtherDraft>();
  const latest = useRef(options);
  latest.current = options;

  const open = useCallback(({ draftId = mintId('dft'), draftRevision = '' }: Record<string, string>) => {
    ids.current ??= { draftId, draftRevision };
  }, []);

  /** Does nothing before `open`. */
  const sync = useCallback(
    async <Result>(call: (sync: DraftSync) => Result | Promise<Result>): Promise<Result | undefined> => {
      const begun = ids.current;
      if (!begun) return undefined;
      loading.current ??= import('./draft-sync').then(({ createDraftSync }) =>
        createDraftSync({
          ids: begun,
          read: () => latest.current.typed(),
          about: () => latest.current.about,
          keep: (next, isStored) => latest.current.keep(next, isStored),
          onConflict: setConflict,
        }),
      );
      return await loading.current.then(call, () => {
        loading.current = undefined;
        return undefined;
      });
    },
    [],
  );

  useEffect(() => {
    const leave = () => void sync(({ flush }) => flush('leaving'));
    const hide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [sync]);

  return { sync, conflict, open };
}
