'use client';

import { type ComponentType, memo, useEffect, useRef, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import type { FormModel } from '@/lib/forms/form-model';
import type { FormTexts } from '@/lib/forms/texts';
import type { PastePanelProps } from './paste-panel';

type Props = { model: FormModel; texts: FormTexts };

/**
 * Fills in the form from a pasted signature. Reading one takes much code, so all but the button is loaded when it is
 * pressed. The browser itself opens it: a press before the scripts have loaded is not lost. Without scripts there is
 * no button.
 */
export const PasteSignature = memo(function PasteSignature({ model, texts }: Props) {
  const button = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState<{ PastePanel: ComponentType<PastePanelProps> }>();
  // False if it could not be loaded.
  const [isShown, setShown] = useState<boolean>();

  const close = () => {
    button.current?.parentElement?.removeAttribute('open');
    button.current?.focus();
  };

  /** Shows the panel, or hides it, as the browser has the button. */
  const follow = () => {
    if (button.current?.parentElement?.hasAttribute('open'))
      import('./paste-panel').then(
        ({ PastePanel }) => {
          setLoaded({ PastePanel });
          setShown(true);
        },
        () => {
          // Offline, or a new deployment has removed the file.
          close();
          setShown(false);
        },
      );
    else if (isShown) setShown(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the browser had it before the scripts
  useEffect(follow, []);

  return (
    <div className="[@media(scripting:none)]:hidden">
      <details onToggle={follow}>
        {/* Beside the heading; on a phone only its icon. */}
        <summary
          ref={button}
          className={buttonClass({
            size: 'small',
            className:
              'absolute top-0 right-0 list-none max-sm:-mt-2 max-sm:size-11 max-sm:px-0 sm:min-h-9 sm:px-3',
          })}
        >
          <Icon name="clipboard-paste" />
          <span className="max-sm:sr-only">{texts.paste}</span>
        </summary>
      </details>
      <p role="status" className="mb-4 empty:hidden">
        {isShown === false && texts.pasteUnavailable}
      </p>
      {loaded && <loaded.PastePanel model={model} isOpen={isShown === true} onClose={close} />}
    </div>
  );
});
