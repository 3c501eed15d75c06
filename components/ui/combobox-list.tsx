'use client';

import { Combobox } from '@base-ui/react/combobox';
import { type FocusEvent, type RefObject, useRef, useState } from 'react';
import { Icon } from './icons';

/** A choice in a combobox: the native control's value, its label, and in a second line what tells it from others. */
export type Item = { value: string; label: string; detail?: string };

/** The maximum number of rows in the page, for any length of the list (requirement F17). */
export const MAX_SHOWN = 50;

export const isSame = (one: Item, other: Item) => one.value === other.value;

/** The buttons in the input. */
export const SMALL_BUTTON =
  'flex size-11 items-center justify-center rounded-control text-muted hover:text-ink';

/** Whether the list is open; it closes when the focus leaves. */
export function useComboboxList() {
  const [open, onOpenChange] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) onOpenChange(false);
  };
  return { root: { open, onOpenChange }, box, onBlur };
}

type ListProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  /** The container of the list: in `main`, next to its input. */
  holder: RefObject<HTMLElement | null>;
  /** `someShown` with `{shown}`. */
  texts: { noMatch: string; someShown: string };
};

/**
 * The list below the input. Not Base UI's own popup part: while open, that hides the rest of the page from
 * screen readers, but leaves it in the tab order. Instead, leaving the input closes the list here.
 */
export function ComboboxList({ label, box, holder, texts }: ListProps) {
  return (
    <Combobox.Portal container={holder}>
      <Combobox.Positioner sideOffset={4} className="z-20 outline-none">
        <div
          ref={box}
          className="w-(--anchor-width) max-w-(--available-width) rounded-control border border-line-strong bg-surface text-ink shadow-raised"
        >
          <Combobox.Status className="px-3 text-sm text-muted">
            <ShownCount text={texts.someShown} />
          </Combobox.Status>
          <Combobox.Empty className="px-3 text-muted">
            <p className="py-3">{texts.noMatch}</p>
          </Combobox.Empty>
          <Combobox.List
            aria-label={label}
            className="max-h-[min(--spacing(80),var(--available-height))] overflow-y-auto overscroll-contain"
          >
            {(item: Item) => (
              <Combobox.Item
                key={item.value}
                value={item}
                className="flex min-h-11 cursor-default items-center gap-2 px-3 py-2 outline-none select-none data-highlighted:bg-hover forced-colors:data-highlighted:forced-color-adjust-none forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
              >
                <span className="size-4 shrink-0">
                  <Combobox.ItemIndicator>
                    <Icon name="check" />
                  </Combobox.ItemIndicator>
                </span>
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {item.label}
                  {item.detail && <span className="block text-sm text-muted">{item.detail}</span>}
                </span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function ShownCount({ text }: { text: string }) {
  const shown = Combobox.useFilteredItems<Item>().length;
  if (shown < MAX_SHOWN) return null;
  return <p className="border-b border-line py-2">{text.replace('{shown}', String(shown))}</p>;
}
