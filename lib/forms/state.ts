import type { FormModel } from './form-model';
import type { InputValue, InputValues } from './input-values';

/**
 * What a form's server action can answer. Success is not here: the action redirects to the page that says
 * what is true. Plain data: it crosses to the browser and, without scripts, into the next page.
 */

/** A sentence about a field, or about its conflict (`choose_f3`). */
export type FieldError = { key: string; message: string };

/** An answer that has no place in the changed form, for the person to read and copy. */
export type LostAnswer = { label: string; text: string };

/** Both answers to one field. `choice` is a decision already made, kept while others are still missing. */
export type Conflict = {
  key: string;
  label: string;
  mine: string;
  theirs: string;
  /** `theirs` is what this person saved themselves, in another tab or earlier. */
  isOwn?: boolean;
  /** What the person had in the control: it is back there when they choose their own again. */
  input: InputValue;
  choice?: 'mine' | 'theirs';
};

/** Something the other side changed that the person did not touch. */
export type OtherChange = { label: string; was: string; now: string };

/**
 * Hidden fields that replace those of the same names. Without scripts the page is drawn anew after each post,
 * from what is known then: what the form was first drawn from must not be forgotten by that.
 */
type Hidden = Record<string, string>;

export type LeadFormState =
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
      /** Nobody but this person changed the lead, in another tab or earlier. */
      isOwn?: boolean;
      values: InputValues;
      hidden: Hidden;
      conflicts: Conflict[];
      alsoChanged: OtherChange[];
      /** Decisions that are still missing, if the form was sent without them. */
      errors?: FieldError[];
    }
  | {
      /** The form's id names other answers already: nothing was sent. `hidden` holds what was `asked` about. */
      status: 'already-submitted';
      values: InputValues;
      hidden: Hidden;
      /**
       * `heading` has a place `{name}`; without `href` it is no longer this person's. `asNew`: the id under which
       * these answers become a lead of their own, if the person says so.
       */
      earlier: { name: string; heading: string; href?: string; asNew: string };
    }
  | {
      /**
       * The form was drawn for somebody else than who posts it: nothing was sent. `values` are the controls of
       * `version`, as posted; `renderedFor` is what the form said, and goes on saying.
       */
      status: 'someone-else';
      version: string;
      values: InputValues;
      hidden: Hidden;
      renderedFor: string;
      /** The form as it was on their screen, where the page itself has none to draw for who is signed in now. */
      model?: FormModel;
      told: {
        heading: string;
        text: string;
        goOn: { text: string; href: string };
        signIn?: { text: string; href: string };
        submitAs?: { text: string; value: string };
      };
    }
  | { status: 'failed'; values: InputValues; message: string; hidden?: Hidden };
