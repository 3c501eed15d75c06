'use client';

import { Combobox } from '@base-ui/react/combobox';
import type { RefObject } from 'react';
import { Icon } from '@/components/ui/icons';
import { fill } from '@/lib/forms/texts';
import { useLeadForm } from '../form-context';

/** A choice in the combobox: the native control's value, and its label. */
export type Item = { value: string; label: string };

/** The maximum number of rows in the page, for any length of the list (requirement F17). */
export const MAX_SHOWN = 50;

type ListProps = {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  holder: RefObject<HTMLElement | null>;
};

/**
 * The list below the input. Not Base UI's own popup part: while open, that hides the rest of the page from
 * screen readers, but leaves it in the tab order. Instead, leaving the input closes the list here.
 */
export function ComboboxList({ label, box, holder }: ListProps) {
  const { texts } = useLeadForm();
  return (
    <Combobox.Portal container={holder}>
      <Combobox.Positioner sideOffset={4} className="z-20 outline-none">
        <div
          ref={box}
          className="w-(--anchor-width) max-w-(--available-width) rounded-control border border-line-strong bg-surface text-ink shadow-raised"
        >
          <Combobox.Status className="px-3 text-sm text-muted">
            <ShownCount />
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
                </span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function ShownCount() {
  const { texts } = useLeadForm();
  const shown = Combobox.useFilteredItems<Item>().length;
  if (shown < MAX_SHOWN) return null;
  return <p className="border-b border-line py-2">{fill(texts.someShown, { shown })}</p>;
}
