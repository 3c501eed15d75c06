'use client';

import { useEffect, useState } from 'react';
import { Button } from './button';
import { Icon, type IconName } from './icons';
import { MENU_LINE } from './popover';

type Props = {
  /** What is copied; an address that begins with a slash gets the desk's origin before it. */
  value: string;
  icon?: IconName;
  /** Names the button; shown unless it is small. */
  text: string;
  /** Said, and shown, once it is copied. */
  done: string;
  /** An icon beside what it copies. */
  isSmall?: boolean;
  /** A line of a menu. */
  isInMenu?: boolean;
};

const SHOWN_MS = 2_000;

/**
 * Copies a text. Without scripts it is not shown, and where the browser refuses it nothing happens: the text can still be
 * selected.
 */
export function CopyButton({ value, icon = 'copy', text, done, isSmall, isInMenu }: Props) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    const whole = value.startsWith('/') ? new URL(value, location.origin).href : value;
    // There is a clipboard: the desk's address is https or this machine. The browser may still refuse it.
    setIsDone(
      await navigator.clipboard.writeText(whole).then(
        () => true,
        () => false,
      ),
    );
  };
  const shown = <Icon name={isDone ? 'check' : icon} className={isSmall ? 'size-3.5' : undefined} />;
  return (
    <>
      {isInMenu && (
        <button type="button" onClick={copy} className={`${MENU_LINE} [@media(scripting:none)]:hidden`}>
          {shown}
          {isDone ? done : text}
        </button>
      )}
      {isSmall && (
        <button
          type="button"
          onClick={copy}
          aria-label={text}
          title={isDone ? done : text}
          className="inline-flex size-6 items-center justify-center rounded-small text-muted transition-colors hover:bg-hover hover:text-ink print:hidden [@media(scripting:none)]:hidden"
        >
          {shown}
        </button>
      )}
      {!isSmall && !isInMenu && (
        <Button onClick={copy} className="print:hidden [@media(scripting:none)]:hidden">
          {shown}
          <span className="max-sm:sr-only">{isDone ? done : text}</span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {isDone && done}
      </span>
    </>
  );
}
