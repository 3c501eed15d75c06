import { pluralText } from '@/lib/core/language';
import { fill } from '@/lib/forms/texts';
import { type Html, html } from './draw-html';
import { clockText, type Kept, type KeptTexts } from './kept-view';
import type { Waiting } from './outbox';

/** A page of the worker, which says first that it is one. */
export type OfflinePage = {
  title: string;
  current?: keyof typeof PLACES;
  /** A list is as wide as the frame; the default is a form. */
  isWide?: boolean;
  body: Html;
  /** The page's only script. */
  script?: (nonce: string) => Html;
};

const PLACES = { leads: '/leads', newLead: '/leads/new', thisDevice: '/settings/device' } as const;

/** The whole document: the worker draws what was read before, and forms post to it, also without its one script. */
export function drawPage(
  { title, current, isWide, body, script }: OfflinePage,
  {
    kept,
    waiting,
    now,
    nonce,
    address,
  }: { kept: Kept; waiting: number; now: Date; nonce: string; address: string },
): string {
  const { texts, brand, lang, theme, styles, rootClass } = kept;
  const links = Object.entries(PLACES) as [keyof typeof PLACES, string][];
  return html`<!doctype html>
<html lang="${lang}" class="${rootClass}" ${theme && html`data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${brand.name}</title>
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<style nonce="${nonce}">${{ html: brand.style }}</style>
</head>
<body>
<div class="flex min-h-screen flex-col bg-page text-ink">
<a href="#main" class="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2">${texts.skip}</a>
<header class="border-b border-line bg-surface">
<div class="mx-auto flex w-full max-w-list flex-wrap items-center gap-x-6 px-4 sm:px-6 lg:px-8">
<p class="min-w-0 py-3 text-lg font-semibold sm:max-w-72"><bdi>${brand.name}</bdi></p>
<nav aria-label="${texts.mainNav}" class="-mx-2 -mb-px sm:mx-0"><ul class="flex flex-wrap items-center gap-1">
${links.map(([name, href]) => drawLink(name, { href, isCurrent: name === current, texts }))}
${waiting > 0 && html`<li class="px-2 py-2 text-sm text-muted">${pluralText(lang, texts.waiting, waiting)}</li>`}
</ul></nav>
</div>
</header>
<main id="main" tabindex="-1" class="mx-auto w-full max-w-list grow px-4 py-5 sm:px-6 sm:py-8 lg:px-8">
<div class="${isWide ? '' : 'mx-auto max-w-form'}">
<div role="status" class="tone-warn mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5">
<p class="font-semibold text-tone">${fill(texts.asOf, { time: clockText(kept.readAt, kept, now) })}</p>
<p><a href="${address}" class="inline-flex min-h-8 items-center underline">${texts.tryAgain}</a></p>
</div>
${body}
</div>
</main>
</div>
${script?.(nonce)}
</body>
</html>`.html;
}

function drawLink(
  name: keyof typeof PLACES,
  { href, isCurrent, texts }: { href: string; isCurrent: boolean; texts: KeptTexts },
): Html {
  const state = isCurrent ? 'border-accent text-ink' : 'border-transparent text-muted';
  return html`<li><a href="${href}" ${isCurrent && html`aria-current="page"`} class="inline-flex min-h-11 items-center border-b-2 px-2 font-semibold whitespace-nowrap sm:min-h-14 ${state}">${texts[name]}</a></li>`;
}

/** The first heading of a page. */
export function drawHeading(title: string): Html {
  return html`<h1 class="pb-4 text-xl font-semibold sm:text-2xl">${title}</h1>`;
}

/** The last list. `isElsewhere`: another page was asked for, which needs the network. */
export function drawList(kept: Kept, { isElsewhere }: { isElsewhere: boolean }): Html {
  const { rows, texts } = kept;
  const { columns } = texts;
  const [hasValue, hasAgent] = [rows.some(({ value }) => value), rows.some(({ agent }) => agent)];
  const cell = (text: string | undefined) =>
    html`<td class="px-3 py-2 max-sm:block max-sm:py-0.5 wrap-anywhere">${text}</td>`;
  const head = (text: string) => html`<th scope="col" class="px-3 py-2 text-left font-semibold">${text}</th>`;
  return html`${drawHeading(texts.leads)}
${isElsewhere && html`<p class="pb-4">${texts.offlineElsewhere}</p>`}
<p class="pb-4 text-muted">${rows.length > 0 ? texts.listMayBeOld : texts.noRows}</p>
${
  rows.length > 0 &&
  html`<div class="rounded-card border border-line bg-surface"><table class="w-full">
<caption class="sr-only">${texts.leads}</caption>
<thead class="max-sm:sr-only text-sm text-muted"><tr>${head(columns.lead)}${head(columns.status)}${
    hasValue && head(columns.value)
  }${hasAgent && head(columns.agent)}${head(columns.changed)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr class="border-line not-first:border-t sm:border-t max-sm:block max-sm:py-2">
<th scope="row" class="px-3 py-2 text-left font-normal max-sm:block max-sm:py-0.5"><bdi class="block font-semibold wrap-anywhere">${row.name}</bdi>${
      row.detail && html`<bdi class="block text-sm text-muted wrap-anywhere">${row.detail}</bdi>`
    }</th>
${cell(row.status.label)}${hasValue && cell(row.value)}${hasAgent && cell(row.agent)}${cell(row.changed)}
</tr>`,
  )}</tbody></table></div>`
}`;
}

/** Says that the page has submitted a lead already, with other answers. The form's button answers it. */
export function drawQuestion(kept: Kept, { earlier, now }: { earlier: Waiting; now: Date }): Html {
  const { texts } = kept;
  const words = { name: earlier.name, time: clockText(earlier.at, kept, now) };
  return html`<section tabindex="-1" autofocus aria-labelledby="earlier-heading" class="mb-6 rounded-control border border-line bg-accent-soft px-3 py-3">
<h2 id="earlier-heading" class="font-semibold wrap-anywhere">${fill(texts.keptEarlier, words)}</h2>
<p class="mt-1">${texts.keptEarlierIntro}</p>
</section>`;
}

/** What the desk has not got yet. `just` has just been kept. */
export function drawWaiting(
  kept: Kept,
  { items, just, now }: { items: readonly Waiting[]; just: Waiting | undefined; now: Date },
): Html {
  const { texts } = kept;
  return html`${drawHeading(texts.thisDevice)}
${
  just &&
  html`<p role="status" class="mb-5 rounded-control border border-line bg-accent-soft px-3 py-3">${fill(texts.justKept, { name: just.name })}</p>`
}
<h2 class="pb-2 text-lg font-semibold">${texts.waitingTitle}</h2>
${
  items.length === 0
    ? html`<p class="text-muted">${texts.nothingWaits}</p>`
    : html`<ul class="grid gap-3">${items.map(
        (item) => html`<li class="rounded-control border border-line bg-surface px-4 py-3">
<bdi class="block font-semibold wrap-anywhere">${item.name}</bdi>
<p class="text-sm text-muted">${fill(texts.typedAt, { time: clockText(item.at, kept, now) })}</p>
<p>${texts.state[stateOf(item)]}</p>
${item.reasons?.map((reason) => html`<p class="wrap-anywhere">${reason}</p>`)}
</li>`,
      )}</ul>`
}`;
}

/** Which text says where a kept submit stands. */
export function stateOf({ state, hold }: Waiting): keyof KeptTexts['state'] {
  return state === 'returned' ? 'returned' : (hold ?? state);
}
