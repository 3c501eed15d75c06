'use client';

import { useState } from 'react';
import { useActionResult } from '@/components/shell/action-form';
import { TextInput } from '@/components/ui/field';
import { accentOf, DEFAULT_ACCENT, toBrandColor } from '@/lib/brand/palette';
import { THEMES, type Theme } from '@/lib/core/theme';

export type AccentTexts = {
  label: string;
  pick: string;
  /** It is used as it is. */
  fits: string;
  unknown: string;
  /** What is used in its place in a theme, with the places `{shown}` and `{typed}`. */
  corrected: Record<Theme, string>;
};

/** The brand's color, typed or picked, and what becomes of it in each theme. */
export function AccentField({ shown, texts }: { shown: string; texts: AccentTexts }) {
  const initial = useActionResult()?.values?.accent ?? shown;
  return <AccentInputs key={initial} initial={initial} texts={texts} />;
}

function AccentInputs({ initial, texts }: { initial: string; texts: AccentTexts }) {
  const [typed, setTyped] = useState(initial);
  const color = typed.trim() === '' ? DEFAULT_ACCENT : toBrandColor(typed);
  return (
    <div>
      <label htmlFor="brand-accent" className="mb-1 block text-sm text-muted">
        {texts.label}
      </label>
      <div className="flex max-w-56 gap-2">
        <input
          type="color"
          data-brand="accent"
          aria-label={texts.pick}
          value={color ?? DEFAULT_ACCENT}
          onChange={(event) => setTyped(event.target.value)}
          className="h-11 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 sm:h-9 noscript:hidden"
        />
        <TextInput
          id="brand-accent"
          name="accent"
          data-brand="accent"
          dir="ltr"
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="brand-accent-help"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div id="brand-accent-help" role="status" className="pt-1 text-sm text-muted">
        {color ? <Becomes color={color} texts={texts} /> : <p>{texts.unknown}</p>}
      </div>
    </div>
  );
}

function Becomes({ color, texts }: { color: string; texts: AccentTexts }) {
  const accent = accentOf(color);
  const corrected = THEMES.filter((theme) => accent.corrected[theme]);
  if (corrected.length === 0) return <p>{texts.fits}</p>;
  return (
    <ul className="space-y-1">
      {corrected.map((theme) => (
        <li key={theme} className="flex items-start gap-2">
          <Swatch color={accent[theme].text} />
          {texts.corrected[theme].replace('{shown}', accent[theme].text).replace('{typed}', color)}
        </li>
      ))}
    </ul>
  );
}

/** Drawn, because the page policy allows no style of a single element. */
function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-0.5 size-4 shrink-0">
      <rect width="16" height="16" rx="4" fill={color} />
    </svg>
  );
}
