'use client';

import { type ComponentType, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { FormModel } from '@/lib/forms/form-model';
import type { FormTexts } from '@/lib/forms/texts';
import type { PastePanelProps } from './paste-panel';

type Props = { model: FormModel; texts: FormTexts };

const BUTTON = 'paste-signature';

/**
 * Fills in the form from a pasted signature. Reading one takes much code, so all but the button is loaded when
 * it is pressed. Without scripts there is no button.
 */
export function PasteSignature({ model, texts }: Props) {
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<PastePanelProps> }>();
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const toggle = async () => {
    try {
      const { PastePanel } = await import('./paste-panel');
      setLoaded((before) => before ?? { Panel: PastePanel });
      setOpen((before) => !before);
      setFailed(false);
    } catch {
      // Offline, or a new deployment has removed the file.
      setFailed(true);
    }
  };
  const close = () => {
    setOpen(false);
    document.getElementById(BUTTON)?.focus();
  };
  return (
    <div className="mb-5 [@media(scripting:none)]:hidden">
      <Button id={BUTTON} aria-expanded={isOpen} onClick={toggle}>
        {texts.paste}
      </Button>
      <p role="status" className="mt-2 empty:hidden">
        {hasFailed && texts.pasteUnavailable}
      </p>
      {loaded && <loaded.Panel model={model} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
