'use client';

import {
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '@/components/ui/button';
import { CARD } from '@/components/ui/card';
import type { FormModel } from '@/lib/forms/form-model';
import { fillContact } from '@/lib/forms/paste/fill-contact';
import { readContact } from '@/lib/forms/paste/read-contact';
import { quoteLabels } from '@/lib/forms/texts';
import { FORM_CONTROL } from './fields/variants';
import { useLeadForm } from './form-context';
import { NoticeBox } from './notices';
import { openAround } from './reveal';

export type PastePanelProps = {
  model: FormModel;
  isOpen: boolean;
  /** Closes it and returns the focus. */
  onClose: () => void;
};

/** What was filled in, by key. Each paste makes a new one: the focus moves to its notice. */
type Filled = ReadonlyMap<string, string>;

const NOTHING: Filled = new Map();

/** Where a signature is pasted, and what was filled in from it. The text is read here and nowhere else. */
export function PastePanel({ model, isOpen, onClose }: PastePanelProps) {
  const { texts, marks } = useLeadForm();
  const { filled, take, undo } = useFilling(model);
  const marked = useSyncExternalStore(marks.subscribe, marks.get, marks.get);
  const labels = model.fields.filter(({ key }) => marked.has(key)).map(({ label }) => label);
  const read = (text: string) => {
    const isFilled = take(text);
    if (isFilled) onClose();
    return isFilled;
  };
  return (
    <>
      {isOpen && <PasteBox read={read} onClose={onClose} />}
      {labels.length > 0 && (
        <div className="mt-4 -mb-1">
          <NoticeBox id="pasted-heading" focusFor={filled} heading={texts.pasteDone}>
            <p className="mt-1 wrap-anywhere">{quoteLabels(model.locale, labels, texts.quoted)}</p>
            <Button
              className="mt-2"
              onClick={() => {
                undo();
                onClose();
              }}
            >
              {texts.pasteUndo}
            </Button>
          </NoticeBox>
        </div>
      )}
    </>
  );
}

function PasteBox({ read, onClose }: { read: (text: string) => boolean; onClose: () => void }) {
  const { texts } = useLeadForm();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isUnread, setUnread] = useState(false);
  useEffect(() => box.current?.focus(), []);
  const take = () => setUnread(!read(box.current?.value ?? ''));
  const takePasted = ({ nativeEvent }: FormEvent<HTMLTextAreaElement>) => {
    const isPaste = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('insertFrom');
    if (isPaste) take();
    else setUnread(false);
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  return (
    <div className={`${CARD} mt-3 mb-4 px-4 py-4 sm:px-6`}>
      <label htmlFor="paste-text" className="block font-semibold">
        {texts.pasteLabel}
      </label>
      <p id="paste-hint" className="text-sm text-muted">
        {texts.pasteHint}
      </p>
      <textarea
        ref={box}
        id="paste-text"
        rows={5}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="paste-hint"
        onInput={takePasted}
        onKeyDown={leave}
        className={`${FORM_CONTROL} mt-1.5 max-h-72 min-h-32`}
      />
      <p role="status" className="mt-2 font-semibold empty:hidden">
        {isUnread && texts.pasteNothing}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1">
        <Button onClick={take}>{texts.pasteFill}</Button>
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Fills in empty fields, marks them until they are changed, and takes all of it back at once. */
function useFilling(model: FormModel) {
  const { choose, textIn, marks } = useLeadForm();
  const [filled, setFilled] = useState(NOTHING);
  const put = useCallback(
    (key: string, value: string) => {
      choose(key, value);
      // What is beside the control, and the look-up of what is known, follow what is typed.
      openAround(key)?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [choose],
  );

  useEffect(() => {
    if (filled.size === 0) return;
    const check = () => {
      const unchanged = [...marks.get()].filter((key) => textIn(key) === filled.get(key));
      if (unchanged.length < marks.get().size) marks.set(new Set(unchanged));
    };
    document.addEventListener('focusout', check);
    return () => document.removeEventListener('focusout', check);
  }, [filled, marks, textIn]);

  const take = (text: string): boolean => {
    const values = Object.fromEntries(model.fields.map(({ key }) => [key, textIn(key)]));
    const added = fillContact(model, values, readContact(text));
    if (added.length === 0) return false;
    for (const [key, value] of added) put(key, value);
    const before = [...filled].filter(([key]) => marks.get().has(key));
    const all = new Map([...before, ...added]);
    setFilled(all);
    marks.set(new Set(all.keys()));
    return true;
  };

  const undo = () => {
    for (const [key, value] of filled) if (marks.get().has(key) && textIn(key) === value) put(key, '');
    marks.set(new Set());
    setFilled(NOTHING);
  };

  return { filled, take, undo };
}
