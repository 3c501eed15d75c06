import { type DuplicatesResponse, KNOWN_ID } from '@/lib/forms/duplicates-response';

/** How long the fields must rest before they are looked up, in milliseconds. */
const REST_MS = 400;
/** An answer that takes longer comes too late to help. */
const PATIENCE_MS = 10_000;

type Watched = { fields: readonly [role: string, key: string][]; gone: AbortSignal };

/** Looks up what is typed, whenever it rests and differs from what was asked last, until `gone`. Never fails. */
export function watchDuplicates(form: HTMLFormElement, { fields, gone }: Watched): void {
  const keys = new Set(fields.map(([, key]) => key));
  let timer: number | undefined;
  let asked: string | undefined;
  let pending: AbortController | undefined;

  const ask = async () => {
    const query = queryOf(form, fields);
    const text = query?.toString() ?? '';
    if (text === asked) return;
    asked = text;
    pending?.abort();
    if (!query) {
      show(undefined);
      return;
    }
    pending = new AbortController();
    const { signal } = pending;
    try {
      const response = await fetch('/api/duplicates', {
        method: 'POST',
        body: query,
        signal: AbortSignal.any([signal, gone, AbortSignal.timeout(PATIENCE_MS)]),
      });
      const known: DuplicatesResponse | undefined = response.ok ? await response.json() : undefined;
      if (!signal.aborted && !gone.aborted) show(known);
    } catch {
      // Without an answer nothing is claimed, and the same may be asked again.
      if (!signal.aborted) {
        asked = undefined;
        show(undefined);
      }
    }
  };

  const wait = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, REST_MS);
  };
  form.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element && keys.has(target.id)) wait();
    },
    { signal: gone },
  );
  gone.addEventListener('abort', () => window.clearTimeout(timer));
  wait();
}

/** The request about what is in the fields; undefined if they are empty. */
function queryOf(form: HTMLFormElement, fields: Watched['fields']): URLSearchParams | undefined {
  const data = new FormData(form);
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const typed = fields.map(([role, key]) => [role, textOf(key).slice(0, 500)]);
  if (typed.every(([, text]) => text === '')) return undefined;
  const others = ['replaces', 'renderedFor'].map((name) => [name, textOf(name)]);
  return new URLSearchParams([...typed, ...others].filter(([, text]) => text !== ''));
}

/** Written directly into the DOM: what is typed must not make React render anything (requirement F4). */
function show(known: DuplicatesResponse | undefined): void {
  const place = document.getElementById(KNOWN_ID);
  if (!place) return;
  const matches = known?.matches ?? [];
  if (!known || matches.length === 0) {
    place.replaceChildren();
    return;
  }
  const box = element('div', 'rounded-control border border-line bg-hover px-3.5 py-2.5');
  const list = element('ul', 'mt-1 grid gap-1');
  for (const match of matches) list.append(toItem(match));
  box.append(element('p', 'font-semibold', known.title), list);
  if (place.innerHTML !== box.outerHTML) place.replaceChildren(box);
}

function toItem({ text, note, href }: DuplicatesResponse['matches'][number]): HTMLElement {
  const item = element('li', 'wrap-anywhere');
  const link = element('a', 'inline-block min-h-6 py-0.5 text-accent underline', text);
  link.setAttribute('href', href ?? '');
  item.append(href ? link : text);
  if (note) item.append(' ', element('span', 'text-sm text-muted', note));
  return item;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
