import { html } from 'hono/html';
import type { Markup } from './layout';

/** A time in UTC, short enough for a table. */
export function time(iso: string | undefined): Markup {
  if (!iso) return html``;
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`;
}

type Input = {
  name: string;
  label: string;
  value?: string | number;
  hint?: string;
  extra?: Markup;
  id?: string;
};

/** Ids have no spaces; names may. */
const idOf = ({ id, name }: Pick<Input, 'id' | 'name'>) => `i-${(id ?? name).replaceAll(/[^\w-]/g, '_')}`;

function frame(input: Input & { wide?: boolean }, control: Markup): Markup {
  const id = idOf(input);
  return html`<div class="field${input.wide ? ' wide' : ''}"><label for="${id}">${input.label}</label>${
    input.hint ? html`<p class="hint" id="${id}-hint">${input.hint}</p>` : ''
  }${control}</div>`;
}

const described = (input: Input) => (input.hint ? html` aria-describedby="${idOf(input)}-hint"` : '');

export function textInput(input: Input): Markup {
  const id = idOf(input);
  return frame(
    input,
    html`<input id="${id}" name="${input.name}" value="${input.value ?? ''}" autocomplete="off"${described(input)} ${input.extra ?? html`type="text"`}>`,
  );
}

export function numberInput(input: Input): Markup {
  return textInput({ ...input, extra: html`type="number" ${input.extra ?? html`min="0"`}` });
}

export function textArea(input: Input): Markup {
  const id = idOf(input);
  // Browsers drop a line feed right after the tag: without this one, a text would lose its own first one.
  return frame(
    { ...input, wide: true },
    html`<textarea id="${id}" name="${input.name}" rows="4"${described(input)}>
${input.value ?? ''}</textarea>`,
  );
}

export type Choice = { value: string; label: string };

export function select(input: Input & { choices: readonly Choice[] }): Markup {
  const id = idOf(input);
  const current = String(input.value ?? '');
  return frame(
    input,
    html`<select id="${id}" name="${input.name}"${described(input)}>${input.choices.map(
      ({ value, label }) =>
        html`<option value="${value}"${value === current ? html` selected` : ''}>${label}</option>`,
    )}</select>`,
  );
}

export function checkbox(input: {
  name: string;
  label: string;
  checked: boolean;
  value?: string;
  id?: string;
}): Markup {
  const id = idOf(input);
  return html`<div class="check"><input type="checkbox" id="${id}" name="${input.name}" value="${input.value ?? 'on'}"${
    input.checked ? html` checked` : ''
  }><label for="${id}">${input.label}</label></div>`;
}

type Table = {
  caption: string;
  heads: readonly string[];
  /** The headings of numeric columns. */
  numbers?: readonly string[];
  rows: Markup[];
};

/** A table that scrolls on its own on a narrow screen; focusable, so that the keyboard can scroll it too. */
export function table({ caption, heads, numbers = [], rows }: Table): Markup {
  const head = (name: string) =>
    html`<th scope="col"${numbers.includes(name) ? html` class="number"` : ''}>${name}</th>`;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map(head)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** One line of pages, if there is more than one. */
export function pager({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href(page: number): string;
}): Markup {
  if (pages <= 1) return html``;
  const link = (to: number, name: string) =>
    to < 1 || to > pages ? html`<span>${name}</span>` : html`<a href="${href(to)}">${name}</a>`;
  return html`<nav class="pager" aria-label="Pages">${link(page - 1, 'Previous')}<span aria-current="page">Page ${page} of ${pages}</span>${link(page + 1, 'Next')}</nav>`;
}

export function status(word: string): Markup {
  return html`<span class="status">${word}</span>`;
}
