import type { DraftSync, DraftSyncOptions } from './draft-sync';

/**
 * A draft sync whose code is loaded after the form is drawn, so that the form can be used earlier. What happens
 * before is passed on in its order. If the code does not load, nothing is saved on the server, and the next call
 * tries again.
 */
export function loadDraftSync(options: DraftSyncOptions): DraftSync {
  let loading: Promise<DraftSync> | undefined;
  const load = () => {
    loading ??= import('./draft-sync').then(({ createDraftSync }) => createDraftSync(options));
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const pass = (call: (sync: DraftSync) => void) => void load().then(call, () => undefined);
  return {
    touch: () => pass((sync) => sync.touch()),
    flush: (why) =>
      load().then(
        (sync) => sync.flush(why),
        () => undefined,
      ),
    confirm: (fields) => pass((sync) => sync.confirm(fields)),
    stop: () => pass((sync) => sync.stop()),
    resume: () => pass((sync) => sync.resume()),
  };
}
