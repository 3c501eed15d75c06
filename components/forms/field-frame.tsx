'use client';

import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icons';
import type { FormField } from '@/lib/forms/form-model';
import type { Conflict } from '@/lib/forms/state';
import { ConflictChoice, controlClass } from './conflict-choice';
import { useFieldError, useLeadForm } from './form-context';
import { useIsPasted } from './pasted-marks';

/** The attributes that link a control to its label, hint and error. */
export type Wiring = {
  id: string;
  'aria-required'?: true;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  /** If the label is the legend of a group. */
  'aria-labelledby'?: string;
};

export type FieldProps = { field: FormField; conflict?: Conflict };

type FrameProps = FieldProps & { children: (wiring: Wiring) => ReactNode };

/** What is said about a field at the moment. */
type About = { error: string | undefined; isPasted: boolean };

function useAbout({ key }: FormField): About {
  return { error: useFieldError(key), isPasted: useIsPasted(key) };
}

/** One control with its label and help above, and its error below (requirement F9). */
export function FieldFrame({ field, conflict, children }: FrameProps) {
  const about = useAbout(field);
  return (
    <Frame field={field}>
      <label htmlFor={field.key} className="block font-semibold">
        <LabelText field={field} />
      </label>
      <Notes field={field} about={about} />
      {conflict && <ConflictChoice key={conflict.portal} conflict={conflict} />}
      <div className={`mt-1.5 ${controlClass(conflict)}`}>{children(wiringOf(field, about))}</div>
      <ErrorText field={field} about={about} />
    </Frame>
  );
}

/** Several controls that answer one question, under the question. The first of them has the field's id. */
export function GroupFrame({ field, conflict, children }: FrameProps) {
  const about = useAbout(field);
  const { id, 'aria-required': required, 'aria-invalid': invalid, ...described } = wiringOf(field, about);
  const isOneOf = field.control === 'radios' || field.control === 'yes-no';
  const group = isOneOf
    ? ({ role: 'radiogroup', 'aria-required': required, 'aria-invalid': invalid } as const)
    : {};
  return (
    <Frame field={field}>
      <fieldset {...group} {...described} aria-labelledby={`${id}-label`} className="min-w-0">
        <legend id={`${id}-label`} className="font-semibold">
          <LabelText field={field} />
        </legend>
        <Notes field={field} about={about} />
        {conflict && <ConflictChoice key={conflict.portal} conflict={conflict} />}
        <div className={`mt-1.5 ${controlClass(conflict)}`}>{children(wiringOf(field, about))}</div>
        <ErrorText field={field} about={about} />
      </fieldset>
    </Frame>
  );
}

/** A checkbox with its label next to it. */
export function TickFrame({ field, conflict, children }: FrameProps) {
  const about = useAbout(field);
  return (
    <Frame field={field}>
      <div className="flex items-start gap-3">
        <div className={controlClass(conflict)}>{children(wiringOf(field, about))}</div>
        <label htmlFor={field.key} className="min-w-0 py-2.5 font-semibold">
          <LabelText field={field} />
        </label>
      </div>
      <Notes field={field} about={about} />
      {conflict && <ConflictChoice key={conflict.portal} conflict={conflict} />}
      <ErrorText field={field} about={about} />
    </Frame>
  );
}

function Frame({ field, children }: { field: FormField; children: ReactNode }) {
  return <div className={`group/field min-w-0 ${field.half ? '' : 'sm:col-span-full'}`}>{children}</div>;
}

function LabelText({ field }: { field: FormField }) {
  const { texts } = useLeadForm();
  return (
    <>
      <span dir="auto" className="wrap-anywhere">
        {field.label}
      </span>
      {field.required && <span className="font-normal text-muted"> {texts.required}</span>}
    </>
  );
}

function Notes({ field, about: { isPasted } }: { field: FormField; about: About }) {
  const { texts } = useLeadForm();
  const help = field.help ?? (isShortConsent(field) ? texts.consentAsked : undefined);
  return (
    <>
      {help && (
        <p id={`${field.key}-help`} dir="auto" className="text-sm text-muted">
          {help}
        </p>
      )}
      {isPasted && (
        <p id={`${field.key}-pasted`} className="text-sm text-muted">
          {texts.fromPaste}
        </p>
      )}
    </>
  );
}

function ErrorText({ field, about: { error } }: { field: FormField; about: About }) {
  return (
    error && (
      <p id={`${field.key}-error`} className="mt-1 flex gap-1.5 text-sm text-danger">
        <Icon name="triangle-alert" className="mt-0.5 size-4" />
        <span className="min-w-0 wrap-anywhere">{error}</span>
      </p>
    )
  );
}

/** A consent whose label is only its name ("GDPR consent"): it needs a sentence that can be answered. */
function isShortConsent({ consent, control, label }: FormField): boolean {
  return consent === true && control === 'yes-no' && !/[?？]\s*$/.test(label);
}

/** Whether something after the control says how its value is meant: the unit of a number, the zone of a time. */
function hasUnit(field: FormField): boolean {
  return field.kind === 'date-time' || unitOf(field) !== undefined;
}

/** The unit of the number, shown after its control. */
export function unitOf(field: FormField): string | undefined {
  if (field.kind === 'percent') return '%';
  return field.kind === 'currency' ? field.currency : undefined;
}

function wiringOf(field: FormField, { error, isPasted }: About): Wiring {
  const described = [
    (field.help ?? isShortConsent(field)) && `${field.key}-help`,
    hasUnit(field) && `${field.key}-unit`,
    field.counted && `${field.key}-limit`,
    isPasted && `${field.key}-pasted`,
    error && `${field.key}-error`,
  ];
  const ids = described.filter(Boolean).join(' ');
  return {
    id: field.key,
    ...(field.required && { 'aria-required': true }),
    ...(error && { 'aria-invalid': true }),
    ...(ids && { 'aria-describedby': ids }),
  };
}
