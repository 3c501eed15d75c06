'use client';

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useActionState,
  useEffect,
  useRef,
} from 'react';
import { withCode } from '@/components/shell/quote-code';
import { Banner } from '@/components/ui/banner';
import { TextInput } from '@/components/ui/field';
import { guarded } from '@/components/ui/guarded-action';
import type { ActionResult } from '@/lib/core/action-result';

export type Decide = (told: ActionResult | undefined, data: FormData) => Promise<ActionResult>;

type Desk = { told: ActionResult | undefined; dispatch: (data: FormData) => void; isPending: boolean };

const DeskContext = createContext<Desk>({ told: undefined, dispatch: () => {}, isPending: false });

/** Where decisions are made: one action for all forms inside, one place that says what came of the last one. */
export function DecisionDesk({
  action,
  failed,
  children,
}: {
  action: Decide;
  /** Said if the action itself did not come through. */
  failed: string;
  children: ReactNode;
}) {
  const toFailed = (_: ActionResult | undefined, code?: string): ActionResult => ({
    form: '',
    tone: 'bad',
    text: withCode(failed, code),
  });
  const [told, dispatch, isPending] = useActionState(
    guarded<ActionResult | undefined>(action, toFailed),
    undefined,
  );
  return (
    <DeskContext value={{ told, dispatch, isPending }}>
      {told?.form === '' && <Outcome told={told} />}
      {children}
    </DeskContext>
  );
}

/** One decision. Works without scripts; with them, a second click while the first is on its way does nothing. */
export function DecisionForm({ name, children }: { name: string; children: ReactNode }) {
  const { told, dispatch, isPending } = use(DeskContext);
  // A ref, because a double click comes faster than a render.
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isPending) isBusy.current = false;
  }, [isPending]);
  return (
    <form
      action={dispatch}
      onSubmit={(event) => {
        if (isBusy.current) event.preventDefault();
        isBusy.current = true;
      }}
    >
      {told?.form === name && <Outcome told={told} />}
      {children}
    </form>
  );
}

/** A text field of one decision: what was typed stays where it has to be corrected. */
export function DecisionInput({
  form,
  name,
  shown,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'defaultValue'> & { form: string; name: string; shown: string }) {
  const { told } = use(DeskContext);
  const typed = (told?.form === form ? told.values?.[name] : undefined) ?? shown;
  // A field that is reset goes back to what it began with, so that one begins anew.
  return <TextInput key={typed} name={name} defaultValue={typed} {...rest} />;
}

/** Takes the focus: the button that was pressed may be gone. */
function Outcome({ told }: { told: ActionResult }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words again are news again
  useEffect(() => place.current?.focus(), [told]);
  return (
    <div ref={place} tabIndex={-1} className="mb-3 outline-none">
      <Banner tone={told.tone} title={told.text}>
        {told.link && (
          <a href={told.link.href} className="inline-flex min-h-8 items-center text-accent underline">
            {told.link.text}
          </a>
        )}
      </Banner>
    </div>
  );
}
