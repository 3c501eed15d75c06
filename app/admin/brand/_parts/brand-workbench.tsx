'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { BrandMark } from '@/components/shell/brand-mark';
import { buttonClass } from '@/components/ui/button';
import type { Brand } from '@/lib/brand/brand';
import { accentOf, DEFAULT_ACCENT, toBrandColor } from '@/lib/brand/palette';
import { THEMES, type Theme } from '@/lib/core/theme';

export type PreviewTexts = {
  title: string;
  in: Record<Theme, string>;
  leads: string;
  newLead: string;
  waiting: string;
  help: string;
};

type Saved = Pick<Brand, 'name' | 'logo'> & { accent: string; defaultName: string };
type Typed = { name?: string; accent?: string };

/**
 * The forms of the brand, and beside them how it looks in both themes: as saved and, with scripts, as typed.
 *
 * @param children the forms; their fields `name` and `accent` are shown as they are typed
 */
export function BrandWorkbench(props: { saved: Saved; texts: PreviewTexts; children: ReactNode }) {
  const { saved, texts, children } = props;
  const { name, accent } = saved;
  const [typed, setTyped] = useState<Typed & { over: string }>({ over: '' });
  // What was typed counts until something else is saved.
  const over = `${accent} ${name}`;
  const shown = typed.over === over ? typed : {};

  function follow({ target }: FormEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const field = target.dataset.brand;
    if (field === 'name' || field === 'accent') setTyped({ ...shown, over, [field]: target.value });
  }

  return (
    <div
      onInput={follow}
      className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="space-y-6">{children}</div>
      <section aria-labelledby="brand-preview" className="xl:sticky xl:top-8">
        <h2 id="brand-preview" className="pb-2 text-lg font-semibold">
          {texts.title}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          {THEMES.map((theme) => (
            <Preview key={theme} theme={theme} brand={inEffect(saved, shown)} texts={texts} />
          ))}
        </div>
      </section>
    </div>
  );
}

type Shown = Pick<Brand, 'name' | 'logo'> & { accent: string };

function inEffect({ name, logo, accent, defaultName }: Saved, typed: Typed): Shown {
  const color = typed.accent?.trim() === '' ? DEFAULT_ACCENT : toBrandColor(typed.accent ?? accent);
  return {
    logo,
    name: typed.name === undefined ? name : typed.name.trim() || defaultName,
    accent: color ?? accent,
  };
}

function Preview({ theme, brand, texts }: { theme: Theme; brand: Shown; texts: PreviewTexts }) {
  const id = `brand-preview-${theme}`;
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <div
        data-theme={theme}
        aria-hidden="true"
        ref={(node) => paint(node, brand.accent)}
        className="overflow-hidden rounded-card border border-line bg-page text-ink"
      >
        <div className="flex flex-wrap items-center gap-x-4 border-b border-line bg-surface px-4">
          <div className="min-w-0 py-2.5 font-semibold">
            <BrandMark brand={brand} />
          </div>
          <div className="-mb-px flex min-h-11 items-center border-b-2 border-accent px-1 text-sm font-semibold">
            {texts.leads}
          </div>
        </div>
        <div className="space-y-4 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-lg font-semibold">{texts.leads}</span>
            <span className={buttonClass({ variant: 'primary', size: 'small' })}>{texts.newLead}</span>
          </div>
          <div className="rounded-control border border-accent bg-surface px-3 py-2">
            <span className="block text-sm text-accent">{texts.waiting}</span>
            <span className="text-lg font-semibold">12</span>
          </div>
          <span className="block text-sm text-accent underline">{texts.help}</span>
        </div>
      </div>
      <figcaption id={id} className="pt-1.5 text-sm text-muted">
        {texts.in[theme]}
      </figcaption>
    </figure>
  );
}

/** Puts an accent into effect inside an element. By script, because the page policy allows no `style` attribute. */
function paint(node: HTMLElement | null, color: string): void {
  if (!node) return;
  const { light, dark } = accentOf(color);
  for (const [index, step] of light.steps.entries())
    node.style.setProperty(`--accent-${index + 1}`, `light-dark(${step}, ${dark.steps[index]})`);
  node.style.setProperty('--accent-edge', `light-dark(${light.edge}, ${dark.edge})`);
  node.style.setProperty('--on-accent', `light-dark(${light.onSolid}, ${dark.onSolid})`);
}
