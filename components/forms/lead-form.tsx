'use client';

import { type ReactNode, type RefObject, useActionState, useRef, useState } from 'react';
import { keepUnsent } from '@/components/offline/unsent';
import { useFailureTexts } from '@/components/shell/failure-texts';
import { withCode } from '@/components/shell/quote-code';
import { reachability } from '@/components/shell/reachability';
import { guarded } from '@/components/ui/guarded-action';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { LeadFormState, LostAnswer } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import type { OtherDraft } from './draft-sync';
import type { EndDraftsProps } from './end-drafts';
import { FormView } from './form-view';
import { useShownForm } from './use-shown-form';

type Props = {
  model: FormModel;
  /** The initial values of the controls; every key of the form model. */
  values: InputValues;
  /** The controls' values before any input, if a draft is filled in. */
  start?: InputValues;
  /** Posted with the form: `submissionId`, `version`, on edit the basis. */
  hidden: Record<string, string>;
  action: (state: LeadFormState, data: FormData) => Promise<LeadFormState>;
  /** The initial state, such as a refusal to be corrected. */
  initialState?: LeadFormState;
  texts: FormTexts;
  /** The IANA time zone that the initial values are in. Posted: the server reads date-times in the same one. */
  timeZone: string;
  /** The key of the draft in this tab. Must contain the person's id, and on edit the lead's. */
  draftKey: string;
  /** The person the form is rendered for (`renderedFor`): posted, and not stored in drafts. */
  renderedFor: string;
  /** The lead that it changes. */
  leadId?: string;
  /** Another draft of the same, to be opened instead. */
  otherDraft?: OtherDraft;
  /** What a draft from older answers of the lead holds: not filled in. */
  dropped?: readonly LostAnswer[];
  /** Where Cancel leads. */
  cancelHref: string;
  /** The keys of the fields whose answers are kept for the next lead. */
  pins?: readonly string[];
  /** The lead before was submitted with "Submit and add another". */
  before?: EndDraftsProps;
  /** The page's heading and what is said below it; then comes the error summary. */
  children?: ReactNode;
};

const IDLE: LeadFormState = { status: 'idle' };

/**
 * The form that creates or edits a lead. Works before and without its scripts: then the same action is
 * posted.
 */
export function LeadForm(props: Props) {
  const { action, initialState = IDLE, model, values, start, timeZone, hidden: posted, ...rest } = props;
  const hidden = { ...posted, timeZone };
  const { code: codeText } = useFailureTexts();
  const { texts } = rest;
  const toFailed = (
    _: LeadFormState,
    code: string | undefined,
    __: FormData,
    isUnsent: boolean,
  ): LeadFormState => ({
    status: 'failed',
    values: {},
    message: isUnsent ? texts.unsent : withCode(texts.failed, { text: codeText, code }),
  });
  // What is on the screen when it is sent.
  const sentModel = useRef(model);
  const sent = guarded(keeping(action, { sentModel, draftKey: props.draftKey }), toFailed);
  const [state, dispatch, isPending] = useActionState(sent, initialState);
  const shown = useShownForm({ model, values, start, hidden }, state);
  sentModel.current = shown.model;
  // A refresh may render the page for another person: the input and its draft still belong to the first.
  const [{ draftKey, renderedFor }] = useState(props);
  return (
    <FormView
      key={shown.revision}
      shown={shown}
      state={state}
      dispatch={dispatch}
      isPending={isPending}
      restores={state === initialState}
      {...rest}
      pins={state.pins ?? rest.pins}
      draftKey={draftKey}
      renderedFor={state.status === 'account-switch' ? state.renderedFor : renderedFor}
    />
  );
}

/**
 * The action; on a device that keeps leads, a new lead that the desk did not get is kept there. On the server the action
 * itself (`guarded`).
 */
function keeping(
  action: Props['action'],
  { sentModel, draftKey }: { sentModel: RefObject<FormModel>; draftKey: string },
): Props['action'] {
  if (typeof window === 'undefined' || sentModel.current.purpose === 'edit') return action;
  return async (state, data) => {
    try {
      return await action(state, data);
    } catch (error) {
      const unsent = { data, model: sentModel.current, draftKey };
      const cached = reachability.get() !== 'reachable' && (await keepUnsent(unsent));
      if (!cached) throw error;
      return cached;
    }
  };
}
