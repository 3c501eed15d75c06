'use client';

import { type ComponentType, lazy, type MouseEvent, memo, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { ADD_ANOTHER, PIN } from '@/lib/forms/add-another';
import { EndDrafts, type EndDraftsProps } from './end-drafts';
import type { PinChoicesProps } from './pin-choices';

type Props = PinChoicesProps & {
  /** The lead before came the same way: its draft ends, and the button is at hand. */
  before?: EndDraftsProps;
};

const MENU = 'add-another';

const importChoices = () => import('./pin-choices');
/** Only for the server: a browser renders nothing in `noscript`. */
const ChoicesWithoutScripts = lazy(async () => ({ default: (await importChoices()).PinChoices }));

/**
 * Submits and opens the next form, with the answers that are kept for it. A native popover: it opens without a
 * script, and what is chosen in it is posted with the form.
 */
export const AddAnother = memo(function AddAnother({ before, ...choices }: Props) {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  // Most people add one lead, and a long form has many fields: with scripts the choices are loaded when used.
  const [loaded, setLoaded] = useState<{ Choices: ComponentType<PinChoicesProps> }>();
  const load = () =>
    importChoices().then(
      (chunk) => setLoaded({ Choices: chunk.PinChoices }),
      // Offline: what was kept so far stays kept.
      () => undefined,
    );
  const submit = (
    <Button type="submit" name={ADD_ANOTHER} value="yes" onClick={closeMenu}>
      {choices.texts.addAnother}
    </Button>
  );
  return (
    <>
      {before && <EndDrafts {...before} />}
      {before && submit}
      <Button popoverTarget={MENU} onClick={load} className="[anchor-name:--another]">
        {choices.texts.severalLeads}
        <Icon name="chevron-down" className="size-3.5" />
      </Button>
      <div id={MENU} popover="auto" className="menu-above [position-anchor:--another]">
        {loaded ? (
          <loaded.Choices {...choices} />
        ) : (
          <noscript>
            <ChoicesWithoutScripts {...choices} />
          </noscript>
        )}
        {isScripted &&
          !loaded &&
          choices.pins.map((key) => <input key={key} type="hidden" name={PIN} value={key} />)}
        <div className="grid pt-3">{submit}</div>
      </div>
    </>
  );
});

/** An error is shown behind the menu. */
function closeMenu({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
