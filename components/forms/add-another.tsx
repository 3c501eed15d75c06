'use client';

import { type MouseEvent, memo, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { TICK } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { ADD_ANOTHER, PIN, pinnableFields } from '@/lib/forms/add-another';
import type { FormModel } from '@/lib/forms/form-model';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { NoticeBox } from './notices';

type Props = {
  model: FormModel;
  /** The keys of the fields that are kept now. */
  pins: readonly string[];
  /** The lead before came the same way: the button is at hand. */
  isRepeated: boolean;
  texts: FormTexts;
};

const MENU = 'add-another';

/**
 * Submits and opens the next form, with the answers that are kept for it. A native popover: it opens without a
 * script, and what is chosen in it is posted with the form. With scripts its choices are rendered when it is
 * opened: most people add one lead, and a long form has many.
 */
export const AddAnother = memo(function AddAnother({ model, pins, isRepeated, texts }: Props) {
  const isScripted = useSyncExternalStore(neverChanges, yes, no);
  const [isUsed, setUsed] = useState(false);
  const choices = <Pins model={model} pins={pins} texts={texts} />;
  const submit = (
    <Button type="submit" name={ADD_ANOTHER} value="yes" onClick={closeMenu}>
      {texts.addAnother}
    </Button>
  );
  return (
    <>
      {isRepeated && submit}
      <Button popoverTarget={MENU} onClick={() => setUsed(true)} className="[anchor-name:--another]">
        {texts.severalLeads}
        <Icon name="chevron-down" className="size-3.5" />
      </Button>
      <div
        id={MENU}
        popover="auto"
        className="inset-x-0 top-auto bottom-0 m-0 max-h-4/5 w-auto max-w-none overflow-y-auto rounded-card bg-surface p-4 text-ink shadow-raised backdrop:bg-backdrop sm:inset-auto sm:right-4 sm:bottom-20 sm:w-96 sm:[position-anchor:--another] sm:backdrop:bg-transparent forced-colors:border sm:supports-[bottom:anchor(top)]:right-auto sm:supports-[bottom:anchor(top)]:bottom-[anchor(top)] sm:supports-[bottom:anchor(top)]:left-[anchor(left)]"
      >
        {isUsed ? choices : <noscript>{choices}</noscript>}
        {isScripted && !isUsed && pins.map((key) => <input key={key} type="hidden" name={PIN} value={key} />)}
        <div className="grid pt-3">{submit}</div>
      </div>
    </>
  );
});

/** The fields whose answers may be kept. */
function Pins({ model, pins, texts }: Omit<Props, 'isRepeated'>) {
  return (
    <fieldset>
      <legend className="text-sm text-muted">{texts.keepLegend}</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {pinnableFields(model).map(({ key, label }) => (
          <label key={key} className="flex min-h-11 items-center gap-2.5 sm:min-h-9">
            <input
              type="checkbox"
              name={PIN}
              value={key}
              defaultChecked={pins.includes(key)}
              aria-label={fill(texts.keepNamed, { label })}
              className={TICK}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const neverChanges = () => () => undefined;
const yes = () => true;
const no = () => false;

/** An error is shown behind the menu. */
function closeMenu({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** What became of the lead before this one. */
export type Added = {
  heading: string;
  href: string;
  /** Which answers were kept from it, if any. */
  kept?: string;
};

/** The same object each time: the focus moves here on arrival only. */
const ARRIVAL = {};

/** Says what became of the lead before. Takes the focus, so that the next one begins below it. */
export function AddedNotice({ added, texts }: { added: Added; texts: FormTexts }) {
  return (
    <NoticeBox id="added-heading" heading={added.heading} focusFor={ARRIVAL}>
      <div className="flex flex-wrap items-center gap-x-4">
        {added.kept && <p className="wrap-anywhere">{added.kept}</p>}
        <a href={added.href} className="inline-flex min-h-11 items-center text-accent underline">
          {texts.openThatLead}
        </a>
      </div>
    </NoticeBox>
  );
}
