'use client';

import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import type { FormModel } from '@/lib/forms/form-model';
import type { FormTexts } from '@/lib/forms/texts';
import type { PastePanelProps } from './paste-panel';

type Props = { model: FormModel; texts: FormTexts };

/**
 * Fills in the form from a pasted signature. Reading one takes much code, so all but the button is loaded when it is
 * pressed. The browser itself opens it: a press before the scripts have loaded is not lost. Without scripts there is
 * no button.
 */
export function PasteSignature({ model, texts }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<PastePanelProps> }>();
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const close = useCallback(() => {
    setOpen(false);
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  }, []);

  /** Shows the panel, or hides it, as the browser has the button. */
  const follow = useCallback(async () => {
    if (!details.current?.open) return setOpen(false);
    setFailed(false);
    try {
      const { PastePanel } = await import('./paste-panel');
      setLoaded((before) => before ?? { Panel: PastePanel });
      setOpen(details.current.open);
    } catch {
      // Offline, or a new deployment has removed the file.
      setFailed(true);
      close();
    }
  }, [close]);
  useEffect(() => void follow(), [follow]);

  return (
    <div className="mb-5 [@media(scripting:none)]:hidden">
      {/* The browser may have opened it before React sees it. */}
      <details ref={details} onToggle={follow} suppressHydrationWarning>
        <summary
          className={buttonClass({
            className: 'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
          })}
        >
          {texts.paste}
        </summary>
      </details>
      <p role="status" className="mt-2 empty:hidden">
        {hasFailed && texts.pasteUnavailable}
      </p>
      {loaded && <loaded.Panel model={model} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
