'use client';

import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Draft } from '@/components/offline/draft-store';
import { answersOutsideForm, restoreFields } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValue, InputValues } from '@/lib/forms/input-values';
import { isNumberField, parseNumberAnswer } from '@/lib/forms/number-answer';
import { decimalSeparator, writeNumber } from '@/lib/forms/numbers';
import type { Conflict, FieldError, LeadFormState, LostAnswer } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { AddAnother } from './add-another';
import type { OtherDraft } from './draft-sync';
import type { EndDraftsProps } from './end-drafts';
import { ErrorSummary } from './error-summary';
import { FieldList } from './field-list';
import { FormContext } from './form-context';
import { FormNotice } from './form-notice';
import { FormRail } from './form-rail';
import {
  AccountSwitched,
  AlreadySubmitted,
  DroppedNotice,
  OtherDraftNotice,
  RestoredNotice,
} from './notices';
import { PasteSignature } from './paste-signature';
import { createMarks } from './pasted-marks';
import { SubmitRow } from './submit-row';
import { useDraft } from './use-draft';
import { useDuplicates } from './use-duplicates';
import { useEarlyTyping } from './use-early-typing';
import { useRules } from './use-rules';
import type { ShownForm } from './use-shown-form';
import { useSubmit } from './use-submit';

type Props = {
  shown: ShownForm;
  state: LeadFormState;
  dispatch: (data: FormData) => void;
  isPending: boolean;
  texts: FormTexts;
  draftKey: string;
  renderedFor: string;
  /** True while the page is as first rendered, and not the result of a post. */
  restores: boolean;
  leadId?: string;
  otherDraft?: OtherDraft;
  dropped?: readonly LostAnswer[];
  cancelHref: string;
  pins?: readonly string[];
  before?: EndDraftsProps;
  children?: ReactNode;
};

const NO_PINS: readonly string[] = [];
const FORM_ID = 'lead-form';
const NO_CONFLICTS: readonly Conflict[] = [];

/** One form on the screen, with all its interaction. */
export function FormView({
  shown,
  state,
  dispatch,
  isPending,
  texts,
  draftKey,
  renderedFor,
  restores,
  leadId,
  otherDraft,
  dropped = [],
  cancelHref,
  pins = NO_PINS,
  before,
  children,
}: Props) {
  const { model, values, notice, alreadySubmitted } = shown;
  const { timeZone = 'UTC' } = shown.hidden;
  const isFirst = state.status === 'idle' || state.status === 'changed';
  const form = useForm<InputValues>({
    defaultValues: values,
    resolver: useRules(model, timeZone),
    // A page that returns with errors was submitted: its fields re-check as they change.
    mode: isFirst ? 'onSubmit' : 'onChange',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    errors: useMemo(() => errorsOf(state), [state]),
  });
  useEarlyTyping({ form, model, start: values, formId: FORM_ID });
  const draft = useDraft({
    form,
    model,
    start: shown.blank,
    values,
    // In which language its numbers are typed: the person may choose another one in another tab.
    hidden: { ...shown.hidden, locale: model.locale },
    draftKey,
    about: { renderedFor, lead: leadId },
    restores,
  });
  useDuplicates(model, FORM_ID);
  useTypedNumbers({ form, model });
  const { touch } = draft;
  const [marks] = useState(createMarks);
  const context = useMemo(
    () => ({ ...fieldTools(form, touch), locale: model.locale, timeZone, values, texts, marks }),
    [form, touch, model.locale, timeZone, values, texts, marks],
  );
  const { sending, returned } = draft;
  const send = useCallback(
    (data: FormData) => {
      sending(data);
      dispatch(data);
    },
    [sending, dispatch],
  );
  const { submit, attempt, formErrors } = useSubmit({ form, state, dispatch: send });
  useEffect(() => {
    if (state.status !== 'idle' && !restores) returned();
  }, [state, restores, returned]);
  const lost = dropped.length > 0 ? dropped : draft.dropped && typedIn(draft.dropped, shown, texts);
  const other = draft.conflict ?? otherDraft;
  // A correction is filled in already, and one at a time.
  const isNew = model.purpose === 'create' && !shown.hidden.replaces;
  // The question says it, too, and asks.
  const isSaid = other?.isSubmitted && alreadySubmitted;
  const conflicts = notice?.status === 'conflict' ? notice.conflicts : NO_CONFLICTS;

  return (
    <FormContext value={context}>
      <div className="grid max-w-form grid-cols-1 items-start gap-x-8 rail:max-w-with-rail rail:grid-cols-[minmax(0,1fr)_var(--container-rail)]">
        <div className="relative min-w-0">
          {children}
          <ErrorSummary form={form} model={model} formErrors={formErrors} texts={texts} attempt={attempt} />
          {state.status === 'account-switch' && <AccountSwitched notice={state.notice} formId={FORM_ID} />}
          {alreadySubmitted && <AlreadySubmitted earlier={alreadySubmitted} formId={FORM_ID} texts={texts} />}
          {notice && <FormNotice notice={notice} texts={texts} />}
          {lost && lost.length > 0 && <DroppedNotice typed={lost} texts={texts} />}
          {other && !isSaid && other.id !== draft.hidden.draftId && (
            <OtherDraftNotice
              key={other.text}
              other={other}
              isNews={other === draft.conflict}
              texts={texts}
            />
          )}
          {draft.isRestored && (
            <RestoredNotice model={model} start={shown.blank} texts={texts} onDiscard={draft.discard} />
          )}
          {isNew && <PasteSignature model={model} texts={texts} />}
          <form
            id={FORM_ID}
            action={dispatch}
            onSubmit={submit}
            onChange={touch}
            onKeyDown={submitOnShortcut}
            noValidate
            // Otherwise the browser restores ticks after Back or a reload: a consent, or those of a sent lead.
            autoComplete="off"
            className="w-full"
          >
            <input type="hidden" name="renderedFor" value={renderedFor} />
            {Object.entries(draft.hidden).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {/* Input during sending would not be in the post, and would be lost with the next page. */}
            <div inert={isPending}>
              <FieldList model={model} values={values} state={state} notice={notice} texts={texts} />
            </div>
            {model.fields.length === 0 ? (
              <p className="mt-4">{texts.noFields}</p>
            ) : (
              <SubmitRow
                texts={texts}
                isPending={isPending}
                newSubmissionId={alreadySubmitted?.newSubmissionId}
                cancelHref={cancelHref}
                saveDraft={draft.saveNow}
              >
                {isNew && <AddAnother model={model} pins={pins} before={before} texts={texts} />}
              </SubmitRow>
            )}
          </form>
        </div>
        {model.fields.length > 0 && (
          <FormRail
            form={form}
            model={model}
            values={values}
            conflicts={conflicts}
            texts={texts}
            start={shown.blank}
          />
        )}
      </div>
    </FormContext>
  );
}

/** What the tab's draft of older answers holds. */
function typedIn(draft: Draft, { model, values }: ShownForm, labels: FormTexts): LostAnswer[] {
  return answersOutsideForm(model, {
    start: values,
    values: Object.fromEntries(restoreFields(model, draft)),
    labels,
  });
}

function fieldTools(form: UseFormReturn<InputValues>, touch: () => void) {
  const { control, register, clearErrors, setValue, getValues } = form;
  const choose = (key: string, value: InputValue) => {
    setValue(key, value);
    // Not a DOM event: a click on a hidden control would close the list it was chosen from.
    void register(key).onChange({ type: 'change', target: { name: key, value } });
    touch();
  };
  const textIn = (key: string) => String(getValues(key) ?? '');
  return { control, register, clearErrors, choose, textIn };
}

function errorsOf(state: LeadFormState): Record<string, { type: string; message: string }> | undefined {
  const errors: readonly FieldError[] = 'errors' in state ? (state.errors ?? []) : [];
  if (errors.length === 0) return undefined;
  return Object.fromEntries(errors.map(({ key, message }) => [key, { type: 'server', message }]));
}

function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Writes numbers as in the form's language when that changes: 12.500 typed in English is not twelve thousand in German. */
function useTypedNumbers({ form, model }: { form: UseFormReturn<InputValues>; model: FormModel }): void {
  const shown = useRef(model);
  useEffect(() => {
    const { fields, locale } = shown.current;
    shown.current = model;
    if (locale === model.locale) return;
    for (const field of fields.filter(isNumberField)) {
      const text = form.getValues(field.key);
      // The portal's own text, which is no number of ours.
      if (text === field.currentValue) continue;
      const outcome = typeof text === 'string' && parseNumberAnswer(field, text, locale);
      if (!outcome || !('number' in outcome)) continue;
      form.setValue(field.key, writeNumber(outcome.number, decimalSeparator(model.locale)));
      document.getElementById(field.key)?.dispatchEvent(new Event('input'));
    }
  }, [form, model]);
}
