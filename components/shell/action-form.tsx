'use client';

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useActionState,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFormStatus } from 'react-dom';
import { useFailureTexts } from '@/components/shell/failure-texts';
import { withCode } from '@/components/shell/quote-code';
import { Banner } from '@/components/ui/banner';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { TICK } from '@/components/ui/field';
import { guarded } from '@/components/ui/guarded-action';
import { useFocusFor } from '@/components/ui/use-focus-for';
import { type ActionResult, type FormAction, formName } from '@/lib/core/action-result';
import { postedTexts } from '@/lib/core/posted-texts';
import type { Toast } from './toast';

type Area = {
  result: ActionResult | undefined;
  /** The result that the page came with, of a post without scripts. */
  rendered?: ActionResult | undefined;
  dispatch: (data: FormData) => void;
  isPending: boolean;
};

export const AreaContext = createContext<Area>({ result: undefined, dispatch: () => {}, isPending: false });
const FormContext = createContext('');
/** Has no result: every form has a command in its name. */
const NO_FORM = ' ';
/** Whether forms that change something are off (`write-access.tsx`). */
export const OffContext = createContext(false);

/**
 * One action for all forms inside, and one place that shows the last result. Rendered by `ActionArea`.
 *
 * @param texts.failed shown if the action itself failed; absent to show nothing
 */
export function ActionProvider({
  action,
  texts,
  children,
}: {
  action: FormAction;
  texts: { failed?: string; busy: string };
  children: ReactNode;
}) {
  const { failed, busy } = texts;
  const { code: codeText } = useFailureTexts();
  const toFailed = (_: unknown, code: string | undefined, data: FormData) =>
    failed === undefined ? undefined : lostResult(withCode(failed, { text: codeText, code }), data);
  const [result, dispatch, isPending] = useActionState(
    guarded<ActionResult | undefined>(action, toFailed),
    undefined,
  );
  const [rendered] = useState(result);
  return (
    <AreaContext value={{ result, rendered, dispatch, isPending }}>
      <p aria-live="polite" className="sr-only">
        {isPending ? busy : ''}
      </p>
      {result?.form === '' && <Result result={result} />}
      {children}
    </AreaContext>
  );
}

/** It is unknown whether it was done, so the input stays. */
function lostResult(text: string, data: FormData): ActionResult {
  const values = postedTexts(data);
  return { form: values.form ?? '', tone: 'bad', text, values };
}

/**
 * A form that posts one command. Works without scripts; with them, a second click during a post does nothing,
 * and a refusal keeps the input.
 */
export function ActionForm({
  id,
  command,
  subject,
  about = {},
  showsResult = true,
  className,
  children,
}: {
  /** For buttons that stand outside of it. */
  id?: string;
  command: string;
  /** Distinguishes forms of the same command on one page. */
  subject?: string;
  /** The subject of the command, and what the page showed of it. */
  about?: Record<string, string | number>;
  /** False if the form itself shows the result. */
  showsResult?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const name = formName(command, subject);
  const { result, dispatch, isPending } = use(AreaContext);
  // A ref, because a double click is faster than a render.
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isPending) isBusy.current = false;
  }, [isPending]);
  return (
    <form
      id={id}
      action={dispatch}
      onSubmit={(event) => {
        if (isBusy.current) event.preventDefault();
        isBusy.current = true;
      }}
      // Each control says itself what is missing (`action-fields.tsx`), in the words and the language of the page.
      noValidate
      className={className}
    >
      {showsResult && result?.form === name && <Result result={result} />}
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="command" value={command} />
      {Object.entries(about).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <FormContext value={name}>
        <WriteFields className={className}>{children}</WriteFields>
      </FormContext>
    </form>
  );
}

/**
 * The controls of a form that changes something or downloads a file.
 *
 * @param className the form's own: while they are off, the fieldset lays them out
 */
export function WriteFields({ className, children }: { className?: string; children: ReactNode }) {
  if (!use(OffContext)) return children;
  return (
    <fieldset disabled className={className}>
      {children}
    </fieldset>
  );
}

/** The last result of a form that does not show it itself, such as one in a dialog. */
export function ActionOutcome({ command, subject }: { command: string; subject?: string }) {
  const { result } = use(AreaContext);
  return result?.form === formName(command, subject) && <Result result={result} />;
}

/** The last result of any form of the area. */
export function useAreaResult(): ActionResult | undefined {
  return use(AreaContext).result;
}

/** The last result of this form, for a form that shows it itself. */
export function useActionResult(): ActionResult | undefined {
  const form = use(FormContext);
  const { result } = use(AreaContext);
  return result?.form === form ? result : undefined;
}

/**
 * A row of a form of several, named in a hidden control. After a refusal its controls keep what was typed only if it is
 * still about the same: rows may have changed places.
 */
export function ActionRow({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  const form = use(FormContext);
  const posted = useActionResult()?.values?.[name];
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <FormContext value={posted === undefined || posted === value ? form : NO_FORM}>{children}</FormContext>
    </>
  );
}

/** The confirmation checkbox that a result requested, for example to replace an existing value. */
export function ActionConfirm() {
  const confirm = useActionResult()?.confirm;
  if (!confirm) return null;
  const { name, value, label } = confirm;
  return (
    <label key={value} className="flex min-h-10 items-center gap-3">
      <input type="checkbox" name={name} value={value} className={TICK} />
      {label}
    </label>
  );
}

/** A part that opens on demand, around an `ActionForm`. Open if that form has a result: it is shown inside. */
export function ActionDetails({
  command,
  subject,
  ...rest
}: { command: string; subject?: string } & ComponentProps<'details'>) {
  const { result } = use(AreaContext);
  return <details open={result?.form === formName(command, subject) || undefined} {...rest} />;
}

/** A part of a form that opens on demand, and when one of these controls in it was refused: its reason is shown there. */
export function ActionFold({ names, ...rest }: { names: readonly string[] } & ComponentProps<'details'>) {
  const result = useActionResult();
  const isOpen = result?.tone === 'bad' && names.includes(result.field ?? '');
  const place = useRef<HTMLDetailsElement>(null);
  // Before the control takes the focus; and again if somebody closed it in the meantime.
  useLayoutEffect(() => {
    if (isOpen && result && place.current) place.current.open = true;
  }, [isOpen, result]);
  return <details ref={place} open={isOpen || undefined} {...rest} />;
}

/** The button of an `ActionForm`: shows that the form is on its way. */
export function SubmitButton(props: Omit<ComponentProps<'button'>, 'type'> & ButtonVariant) {
  const { pending } = useFormStatus();
  return <Button isBusy={pending} {...props} type="submit" />;
}

/** What was done says so and goes; what somebody has to read stays, and so does all in a page without scripts. */
function Result({ result }: { result: ActionResult }) {
  const { rendered } = use(AreaContext);
  const isDone = result.tone === 'good' && !result.link && result !== rendered;
  return isDone ? <Done result={result} /> : <Notice result={result} />;
}

/** Leaves the focus where it is, unless the pressed button is gone. */
function Done({ result }: { result: ActionResult }) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ result: ActionResult; Shown?: typeof Toast }>();
  const end = useCallback(() => setShown(undefined), []);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    import('./toast').then(
      ({ Toast: Shown }) => setShown({ result, Shown }),
      // Offline, or a new deployment has removed the file.
      () => setShown({ result }),
    );
  }, [result]);
  if (shown && !shown.Shown) return <Notice result={shown.result} />;
  return (
    <div ref={place} tabIndex={-1} className="absolute outline-none">
      {shown?.Shown && <shown.Shown result={shown.result} onEnd={end} />}
    </div>
  );
}

/** Takes the focus: the pressed button may be gone. Not shown where a control of the form shows it. */
function Notice({ result }: { result: ActionResult }) {
  const place = useFocusFor(result);
  return (
    <div ref={place} tabIndex={-1} className="mb-3 outline-none in-[form:has([data-problem])]:hidden">
      <Banner tone={result.tone} title={result.text}>
        {result.link && (
          <a href={result.link.href} className="inline-flex min-h-8 items-center text-accent underline">
            {result.link.text}
          </a>
        )}
      </Banner>
    </div>
  );
}
