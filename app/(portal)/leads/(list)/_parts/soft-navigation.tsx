'use client';

import { useRouter } from 'next/navigation';
import {
  type ChangeEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useTransition,
} from 'react';
import { formAddress } from '@/components/leads/address';
import { isForTheBrowser } from '@/components/leads/clicks';
import { rememberOpened } from '@/components/leads/use-return-focus';
import { useReachability } from '@/components/shell/reachability';
import { startPage } from '@/components/ui/pending-page';

/** The debounce of typing. Longer for a date, because its typed parts are valid dates themselves. */
const TYPING_MS = { search: 300, date: 700 } as const;

const FILTERS_BUTTON = '[popovertarget=lead-filters]';

type Go = (address: string, how: { replace?: boolean; scroll?: boolean }) => void;

/**
 * Makes the plain GET forms and `data-soft` links inside navigate without a full page load. Without scripts
 * they are plain forms and links. Typing replaces the history entry, everything else adds one (requirement
 * D3).
 */
export function SoftNavigation({ address, children }: { address: string; children: ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const isReachable = useReachability() === 'reachable';
  const root = useRef<HTMLDivElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Another page that was opened, and not this one with other filters. */
  const opened = useRef<string>(undefined);

  const go: Go = useCallback(
    (target, { replace = false, scroll = false }) => {
      clearTimeout(typing.current);
      const { pathname } = new URL(target, location.href);
      opened.current = pathname === location.pathname ? undefined : pathname;
      startTransition(() => (replace ? router.replace : router.push)(target, { scroll }));
    },
    [router],
  );

  useEffect(() => () => clearTimeout(typing.current), []);
  useEffect(
    () => (isPending && opened.current !== undefined ? startPage(opened.current) : undefined),
    [isPending],
  );
  useEffect(() => showFilters(root.current, new URL(address, location.href).searchParams), [address]);

  const onSubmit = (event: SubmitEvent<HTMLElement>) => {
    const form = event.target;
    // The forms of actions have no address.
    if (!(form instanceof HTMLFormElement) || !form.getAttribute('action')?.startsWith('/')) return;
    event.preventDefault();
    root.current?.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();
    go(formAddress(form), {});
  };
  const onChange = (event: ChangeEvent<HTMLElement>) => {
    const control: EventTarget = event.target;
    if (!isFilter(control) || !control.form) return;
    const { form, type } = control;
    if (type !== 'search' && type !== 'date') return go(formAddress(form), {});
    clearTimeout(typing.current);
    typing.current = setTimeout(() => go(formAddress(form), { replace: type === 'search' }), TYPING_MS[type]);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-soft]') : null;
    if (!link || isForTheBrowser(event)) return;
    event.preventDefault();
    link.closest<HTMLElement>('[popover]')?.hidePopover();
    // It disappears with its filter.
    if (link.closest('[data-chips]')) root.current?.querySelector<HTMLElement>(FILTERS_BUTTON)?.focus();
    if (link.dataset.opens) rememberOpened({ key: link.dataset.opens, page: link.pathname });
    go(link.href, { scroll: link.dataset.soft === 'page' });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches what the forms and links inside do, adds nothing to click
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard sends a click too
    <div
      ref={root}
      // Without a connection nothing is pending: the last list is shown, and stays readable.
      data-pending={isPending && isReachable}
      onSubmit={onSubmit}
      onChange={onChange}
      onClick={onClick}
    >
      {children}
    </div>
  );
}

function isFilter(control: EventTarget): control is HTMLSelectElement | HTMLInputElement {
  const isControl = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
  return isControl && control.dataset.filter !== undefined;
}

/** After Back or "clear filters" the controls show the URL's values; the one in use is unchanged. */
function showFilters(root: HTMLElement | null, params: URLSearchParams): void {
  for (const control of root?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-filter]') ?? []) {
    if (control === document.activeElement && control.type === 'search') continue;
    control.value = params.get(control.name) ?? '';
  }
}
