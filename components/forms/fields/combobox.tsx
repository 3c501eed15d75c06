'use client';

import { Combobox } from '@base-ui/react/combobox';
import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  ComboboxList,
  type Item,
  isSame,
  MAX_SHOWN,
  SMALL_BUTTON,
  useComboboxList,
} from '@/components/ui/combobox-list';
import { Icon } from '@/components/ui/icons';
import type { FormField } from '@/lib/forms/form-model';
import { fill } from '@/lib/forms/texts';
import type { Wiring } from '../field-frame';
import { listOf, textOf, useLeadForm } from '../form-context';
import { ONE_LINE } from './variants';

/**
 * The searchable list for more choices than a native select can handle. A separate chunk, loaded if a form
 * has such a field; the native control next to it stays in the page and holds the value.
 */

export type ComboboxProps = {
  field: FormField;
  wiring: Wiring;
  /** The container of the list: in `main`, next to its input. */
  holder: RefObject<HTMLElement | null>;
};

/**
 * The choices; while a person types, first those with a word that begins so: "re" is rather "Real estate" than
 * "Agriculture".
 */
function useItems(field: FormField) {
  const { texts } = useLeadForm();
  const [typed, setTyped] = useState('');
  const { startsWith } = Combobox.useFilter();
  const items: Item[] = (field.options ?? []).map(({ value, label, retired }) => ({
    value: String(value),
    label: retired ? fill(texts.noLongerOffered, { label }) : label,
  }));
  const begins = ({ label }: Item) => [label, ...label.split(' ')].some((word) => startsWith(word, typed));
  const inOrder = typed ? [...items.filter(begins), ...items.filter((item) => !begins(item))] : items;
  const onInputValueChange = (value: string, { reason }: { reason: string }) =>
    setTyped(reason === 'input-change' ? value : '');
  return { items, root: { items: inOrder, onInputValueChange } };
}

/** One choice. */
export function SingleCombobox({ field, wiring, holder }: ComboboxProps) {
  const { control, texts, values, choose } = useLeadForm();
  const held = useWatch({ control, name: field.key }) ?? textOf(values, field.key);
  const { items, root } = useItems(field);
  const list = useComboboxList();
  const chosen = items.find(({ value }) => value === [held].flat()[0]) ?? null;
  return (
    <Combobox.Root
      {...root}
      limit={MAX_SHOWN}
      value={chosen}
      isItemEqualToValue={isSame}
      onValueChange={(item, { reason }) => reason !== 'escape-key' && choose(field.key, item?.value ?? '')}
      autoHighlight
      {...list.root}
    >
      <Combobox.InputGroup className="relative">
        <Combobox.Input
          {...wiring}
          onBlur={list.onBlur}
          dir="auto"
          placeholder={texts.searchPlaceholder}
          className={`${ONE_LINE} pr-24`}
        />
        <div className="absolute inset-y-0 right-0 flex">
          <Combobox.Clear className={SMALL_BUTTON} aria-label={fill(texts.clear, { label: field.label })}>
            <Icon name="x" />
          </Combobox.Clear>
          <Combobox.Trigger
            className={SMALL_BUTTON}
            aria-label={fill(texts.openList, { label: field.label })}
          >
            <Icon name="chevron-down" />
          </Combobox.Trigger>
        </div>
      </Combobox.InputGroup>
      {list.root.open && <ComboboxList label={field.label} box={list.box} holder={holder} texts={texts} />}
    </Combobox.Root>
  );
}

/** Several choices, each a removable chip. */
export function MultiCombobox({ field, wiring, holder }: ComboboxProps) {
  const { control, texts, values, choose } = useLeadForm();
  const held = new Set([useWatch({ control, name: field.key }) ?? listOf(values, field.key)].flat());
  const { items, root } = useItems(field);
  const list = useComboboxList();
  const chosen = items.filter(({ value }) => held.has(value));
  return (
    <Combobox.Root
      {...root}
      limit={MAX_SHOWN}
      multiple
      value={chosen}
      isItemEqualToValue={isSame}
      onValueChange={(items, { reason }) =>
        reason !== 'escape-key' &&
        choose(
          field.key,
          items.map(({ value }) => value),
        )
      }
      autoHighlight
      {...list.root}
    >
      <Combobox.InputGroup className="rounded-control border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus has-aria-invalid:border-danger">
        <Combobox.Chips className="flex flex-wrap items-center gap-1 p-1">
          {chosen.map((item) => (
            <Combobox.Chip
              key={item.value}
              aria-label={item.label}
              className="flex max-w-full items-center rounded-control bg-sunken pl-2 outline-offset-1 focus-within:outline-2 focus-within:outline-focus"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {item.label}
              </span>
              <Combobox.ChipRemove
                className="flex size-9 items-center justify-center text-muted hover:text-ink"
                aria-label={fill(texts.removeChoice, { choice: item.label })}
              >
                <Icon name="x" className="size-3.5" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...wiring}
            onBlur={list.onBlur}
            dir="auto"
            placeholder={texts.searchPlaceholder}
            className="h-9 min-w-40 flex-1 bg-transparent px-2 text-base text-ink outline-none placeholder:text-muted"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      {list.root.open && <ComboboxList label={field.label} box={list.box} holder={holder} texts={texts} />}
    </Combobox.Root>
  );
}
