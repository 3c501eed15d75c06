import { reachability } from './reachability';

/**
 * While the desk is unreachable, blocks links and forms that would replace the page with the browser's error
 * page; each press probes the desk once more and continues if it answers. Events the page handles are
 * ignored: they are already prevented when they get here. Returns the function that ends it.
 *
 * @param refused called when a navigation was blocked
 */
export function keepPage(refused: () => void): () => void {
  const hold = (event: Event, goOn: () => void) => {
    event.preventDefault();
    void reachability.check().then((isThere) => (isThere ? goOn() : refused()));
  };
  const onClick = (event: MouseEvent) => {
    if (isReachable(event) || isForTheBrowser(event)) return;
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
