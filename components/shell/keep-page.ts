import { reachability } from './reachability';

/**
 * While the desk cannot be reached, links and forms that would leave the page for the browser's error page do nothing;
 * each press asks the desk once more and goes on if it answers. What the page handles by itself is left to it: by the
 * time an event gets here, that has been prevented already. Returns what ends it.
 *
 * @param refused told when something was held back
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

/** A new tab or window, a download: this page stays. */
function isForTheBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

function leavesPage({ target, origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  if ((target !== '' && target !== '_self') || origin !== location.origin) return false;
  return hash === '' || pathname !== location.pathname || search !== location.search;
}
