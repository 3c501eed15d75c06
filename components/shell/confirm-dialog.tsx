'use client';

import { type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { ActionForm, ActionOutcome, OffContext, SubmitButton, useAreaResult } from './action-form';

type Props = {
  command: string;
  /** Distinguishes forms of the same command on one page. */
  subject: string;
  /** The subject of the command, and what the page showed of it. */
  about: Record<string, string | number>;
  /** On the button that opens the dialog, and on the one that does it. */
  text: string;
  /** The accessible name of the first, if several on the page have the same text. */
  name?: string;
  /** The id of a text about the first button. */
  describedBy?: string;
  size?: ButtonVariant['size'];
  /** The question; names the object. */
  title: string;
  cancel: string;
  /** What will happen. */
  children: ReactNode;
};

/**
 * A button for what cannot simply be undone: it asks in a dialog that names the object. Without scripts the
 * dialog is a native popover, which needs none.
 */
export function ConfirmDialog({ text, name, describedBy, size, title, cancel, children, ...form }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    dialog.current?.close();
    if (dialog.current?.matches(':popover-open')) dialog.current.hidePopover();
  };
  return (
    <>
      <ActionOutcome command={form.command} subject={form.subject} />
      <Button
        variant="danger"
        size={size}
        disabled={use(OffContext)}
        aria-haspopup="dialog"
        aria-label={name}
        aria-describedby={describedBy}
        popoverTarget={id}
        onClick={(event) => {
          // A modal dialog keeps the focus inside; a popover does not.
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        {text}
      </Button>
      <dialog
        ref={dialog}
        id={id}
        popover="auto"
        aria-labelledby={`${id}-title`}
        className="m-auto w-full max-w-md rounded-card bg-surface p-5 text-left text-ink shadow-raised backdrop:bg-backdrop max-sm:max-w-[calc(100%_-_--spacing(8))] sm:p-6 forced-colors:border"
      >
        <ActionForm {...form} showsResult={false}>
          <h2 id={`${id}-title`} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          <div className="pt-2 text-base text-muted">{children}</div>
          <div className="flex flex-wrap justify-end gap-2 pt-5">
            <Button popoverTarget={id} popoverTargetAction="hide" onClick={close}>
              {cancel}
            </Button>
            <SubmitButton variant="destroy">{text}</SubmitButton>
          </div>
          <CloseOnResult close={close} />
        </ActionForm>
      </dialog>
    </>
  );
}

/** Before the result outside takes the focus: closing gives it back to the button. */
function CloseOnResult({ close }: { close: () => void }) {
  const result = useAreaResult();
  const seen = useRef(result);
  useLayoutEffect(() => {
    if (result === seen.current) return;
    seen.current = result;
    close();
  });
  return null;
}
