'use client';

import { Combobox } from '@base-ui/react/combobox';
import { usePathname, useRouter } from 'next/navigation';
import { useRef, useState, useTransition } from 'react';
import { useProblem } from '@/components/shell/action-fields';
import { useActionResult } from '@/components/shell/action-form';
import {
  ComboboxList,
  isSame,
  MAX_SHOWN,
  SMALL_BUTTON,
  useComboboxList,
} from '@/components/ui/combobox-list';
import { TextInput } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { Problem } from '@/components/ui/problem';
import type { AgentInputProps } from './agent-input';

const TYPING_MS = 300;

/** Agents to search in, in place of the native select. A list that is cut is searched by the page, by its address. */
export function AgentCombobox({
  id,
  name,
  shown,
  chosen,
  items,
  isCut,
  texts,
}: AgentInputProps & { chosen: string | undefined }) {
  const holder = useRef<HTMLDivElement>(null);
  const list = useComboboxList();
  const { item, setItem } = useChosen({ name, shown, chosen, items });
  const { search, isPending } = useSearch(isCut);
  const { problem, wiring } = useProblem<HTMLInputElement>({ name, required: true });
  const { contains } = Combobox.useFilter();
  return (
    <div ref={holder}>
      <Problem {...problem} />
      <input type="hidden" name={name} value={item?.value ?? ''} />
      <Combobox.Root
        items={items}
        limit={MAX_SHOWN}
        value={item}
        isItemEqualToValue={isSame}
        // By the IDs, too: they are in the value.
        filter={({ label, detail, value }, typed) => contains(`${label} ${detail} ${value}`, typed)}
        onValueChange={(next, { reason }) => reason !== 'escape-key' && setItem(next)}
        onInputValueChange={(typed, { reason }) => reason === 'input-change' && search(typed)}
        autoHighlight
        {...list.root}
      >
        <Combobox.InputGroup className="relative [&_input]:pr-22">
          <Combobox.Input
            id={id}
            {...wiring}
            onBlur={list.onBlur}
            dir="auto"
            placeholder={texts.choose}
            render={<TextInput />}
          />
          <div className="absolute inset-y-0 right-0 flex items-center">
            <Combobox.Clear className={SMALL_BUTTON} aria-label={texts.clear}>
              <Icon name="x" />
            </Combobox.Clear>
            <Combobox.Trigger className={SMALL_BUTTON} aria-label={texts.openList}>
              <Icon name="chevron-down" />
            </Combobox.Trigger>
          </div>
        </Combobox.InputGroup>
        {list.root.open && (
          <ComboboxList
            label={texts.label}
            box={list.box}
            holder={holder}
            texts={{ noMatch: isPending ? texts.searching : texts.noMatch, someShown: texts.someShown }}
          />
        )}
      </Combobox.Root>
    </div>
  );
}

type Choice = Pick<AgentInputProps, 'name' | 'shown' | 'items'> & { chosen: string | undefined };

/**
 * The chosen agent, also when a search does not find it: first what was chosen before the script had loaded. A post sets it
 * to what the page shows then.
 */
function useChosen({ name, shown, chosen, items }: Choice) {
  const result = useActionResult();
  const find = (start: string) => items.find(({ value }) => value === start) ?? null;
  const [item, setItem] = useState(() => find(chosen ?? shown));
  const [seen, setSeen] = useState({ result, shown });
  if (seen.result !== result || seen.shown !== shown) {
    setSeen({ result, shown });
    const start = result?.values?.[name] ?? shown;
    if (item?.value !== start) setItem(find(start));
  }
  return { item, setItem };
}

function useSearch(isCut: boolean) {
  const router = useRouter();
  const path = usePathname();
  const [isPending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (typed: string) => {
    clearTimeout(timer.current);
    if (!isCut) return;
    const address = typed.trim() === '' ? path : `${path}?${new URLSearchParams({ find: typed.trim() })}`;
    timer.current = setTimeout(
      () => startTransition(() => router.replace(address, { scroll: false })),
      TYPING_MS,
    );
  };
  return { search, isPending };
}
