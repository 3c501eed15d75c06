import type { ReactNode } from 'react';

/** The style of a line of a menu: a link, or a button that does something. */
export const MENU_LINE =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-left transition-colors hover:bg-hover sm:min-h-9 aria-[current=true]:font-semibold';

type Props = {
  /** Unique on its page. */
  id: string;
  button: ReactNode;
  /** The classes of the button (`buttonClass`). */
  className: string;
  /** The panel begins at the start of its button, and not at its end. */
  isAtStart?: boolean;
  children: ReactNode;
};

/**
 * A button that opens a panel: at the bottom of a phone's screen, below the button elsewhere. A native popover: it opens
 * without a script, and closes with Escape or a click outside.
 */
export function Popover({ id, button, className, isAtStart = false, children }: Props) {
  return (
    <span className="inline-flex max-w-full [anchor-scope:--panel] print:hidden">
      <button type="button" popoverTarget={id} className={`[anchor-name:--panel] ${className}`}>
        {button}
      </button>
      <div id={id} popover="auto" className={`panel-below ${isAtStart ? 'panel-at-start' : ''}`}>
        {children}
      </div>
    </span>
  );
}
