import type { FormModel } from './form-model';
import type { InputValue, InputValues } from './input-values';

/**
 * The results of a form's server action. Success is not included: the action redirects to the page with the
 * result. Plain data: it is sent to the browser and, without scripts, into the next page.
 */

/** A message about a field, or about its conflict (`choose_f3`). */
export type FieldError = { key: string; message: string };

/** An answer without a place in the changed form, for the person to read and copy. */
export type LostAnswer = { label: string; text: string };

/** Both answers to one field. `choice` is an earlier decision, kept while others are missing. */
export type Conflict = {
  key: string;
  label: string;
  mine: string;
  portal: string;
  /** `portal` was saved by this person, in another tab or earlier. */
  isOwn?: boolean;
  /** The person's value in the control: restored when they choose their own again. */
  input: InputValue;
  choice?: 'mine' | 'theirs';
};

/**
 * Hidden fields that replace those of the same names. Without scripts the page is rendered again after each
 * post, from current data: this keeps what the form was first rendered from.
 */
type Hidden = Record<string, string>;

export type LeadFormState = FormResult & {
  /** The fields that were to be kept for the next lead: without scripts the page is rendered again. */
  pins?: string[];
};

type FormResult =
  | { status: 'idle' }
  | { status: 'invalid'; values: InputValues; errors: FieldError[]; formErrors: string[]; hidden?: Hidden }
  | {
      status: 'changed';
      model: FormModel;
      values: InputValues;
      changes: string[];
      lost: LostAnswer[];
      hidden: Hidden;
    }
  | {
      status: 'conflict';
      /** Only this person changed the lead, in another tab or earlier. */
      isOwn?: boolean;
      /** With the newer answers of the fields that the person did not touch. */
      model: FormModel;
      values: InputValues;
      /** What `values` has of them. */
      newer: InputValues;
      hidden: Hidden;
      conflicts: Conflict[];
      /** What the other side changed of fields that the person did not touch: what it is now, and was. */
      alsoChanged: LostAnswer[];
      /** Missing decisions, if the form was sent without them. */
      errors?: FieldError[];
    }
  | {
      /**
       * The form's id already names other answers, or its draft was transferred: nothing was sent. `hidden` holds what
       * was `asked` about.
       */
      status: 'already-submitted';
      values: InputValues;
      hidden: Hidden;
      /**
       * `heading` has a placeholder `{name}`; without `href` the lead is no longer this person's. `newSubmissionId`:
       * the id under which these answers become a separate lead, if the person confirms. `question` is what is asked
       * about, and the id of the heading: the page says nothing else about a draft that was transferred.
       */
      earlier: {
        question: 'already-submitted' | 'draft-transferred';
        name: string;
        heading: string;
        intro: string;
        href?: string;
        newSubmissionId: string;
      };
    }
  | {
      /**
       * The form was rendered for another person than the one who posts it: nothing was sent. `values` are
       * the controls of `version`, as posted; `renderedFor` is the form's unchanged value.
       */
      status: 'account-switch';
      version: string;
      values: InputValues;
      hidden: Hidden;
      renderedFor: string;
      /** The form as it was on screen, if the page has none to render for the current person. */
      model?: FormModel;
      notice: {
        heading: string;
        text: string;
        goOn: { text: string; href: string };
        signIn?: { text: string; href: string };
        submitAs?: { text: string; value: string };
      };
    }
  | { status: 'failed'; values: InputValues; message: string; hidden?: Hidden };
