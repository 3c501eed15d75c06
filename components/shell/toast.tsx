'use client';

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '@/components/ui/icons';
import type { ActionResult } from '@/lib/core/action-result';

const STAYS_MS = 4_000;
/** A longer text takes longer to read. */
const PER_LETTER_MS = 60;
/** Screen readers only say what changes in a region that they know already. */
const KNOWN_AFTER_MS = 100;

/** Ends the one that is shown: there is one at a time. */
let endLast: (() => void) | undefined;

/** Says at the bottom of the window that something was done, for a few seconds or as long as the pointer is on it. */
export function Toast({ result, onEnd }: { result: ActionResult; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState<ActionResult>();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (endLast !== onEnd) endLast?.();
    endLast = onEnd;
    box.current?.showPopover();
    const timer = setTimeout(() => setAnnounced(result), KNOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [result, onEnd]);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onEnd, Math.max(STAYS_MS, result.text.length * PER_LETTER_MS));
    return () => clearTimeout(timer);
  }, [isHeld, result, onEnd]);
  const isAnnounced = announced === result;
  return createPortal(
    <div
      ref={box}
      role="status"
      popover="manual"
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      className={`mx-auto mt-auto mb-6 w-fit max-w-[min(--spacing(120),calc(100%_-_--spacing(8)))] rounded-card bg-ink px-4 py-3 text-page shadow-raised print:hidden forced-colors:border ${isAnnounced ? '' : 'opacity-0'}`}
    >
      {isAnnounced && (
        <p className="flex items-start gap-2.5 font-semibold">
          <Icon name="circle-check" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">{result.text}</span>
        </p>
      )}
    </div>,
    document.body,
  );
}
