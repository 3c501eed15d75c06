import type { UseFormReturn } from 'react-hook-form';
import { choiceName } from '@/lib/forms/form-data';
import type { FormModel } from '@/lib/forms/form-model';
import { type FormSummary, summarize } from '@/lib/forms/form-summary';
import type { InputValues } from '@/lib/forms/input-values';

/** How long after the last input the summary follows, in milliseconds: never before the key itself is shown. */
const PAUSE_MS = 120;

type Following = {
  form: UseFormReturn<InputValues>;
  model: FormModel;
  /** The controls' values before any input. */
  start: InputValues;
  /** The fields with two answers to choose from, and what is shown for them. */
  asked: { keys: ReadonlySet<string>; text: string };
  /** The lines of a summary, by the name of their place. */
  linesOf: (summary: FormSummary) => Record<string, string>;
};

/** Keeps the rendered summary of a form up to date with what is typed. Returns the function that ends it. */
export function followForm(root: HTMLElement, { form, model, start, asked, linesOf }: Following): () => void {
  let timer: number | undefined;
  const show = () => {
    const undecided = { ...asked, keys: new Set([...asked.keys].filter((key) => !isDecided(key))) };
    const summary = summarize(model, { values: form.getValues(), start, undecided });
    write(root, summary, linesOf(summary));
  };
  show();
  // A choice is not an answer of its own: react-hook-form does not know of it.
  const choices = [...asked.keys].flatMap((key) => [...document.getElementsByName(choiceName(key))]);
  for (const choice of choices) choice.addEventListener('change', show);
  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(show, PAUSE_MS);
    },
  });
  return () => {
    window.clearTimeout(timer);
    unsubscribe();
    for (const choice of choices) choice.removeEventListener('change', show);
  };
}

/** Shows a summary in what is already on the page. */
function write(root: HTMLElement, summary: FormSummary, lines: Record<string, string>): void {
  for (const [name, text] of Object.entries(lines)) {
    const place = partOf(root, name);
    if (place && place.textContent !== text) place.textContent = text;
  }
  for (const name of ['missing', 'changed'] as const) {
    const list = partOf(root, name);
    const none = partOf(root, 'none');
    if (!list || !none) continue;
    const keys = new Set(summary[name]);
    list.hidden = keys.size === 0;
    none.hidden = keys.size > 0;
    for (const item of list.querySelectorAll<HTMLElement>('[data-key]')) {
      item.hidden = !keys.has(item.dataset.key ?? '');
    }
  }
}

function isDecided(key: string): boolean {
  return document.querySelector(`[name="${choiceName(key)}"]:checked`) !== null;
}

function partOf(root: HTMLElement, name: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-rail="${name}"]`);
}
