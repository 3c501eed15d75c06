'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { withCode } from '@/components/shell/quote-code';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { guarded } from '@/components/ui/guarded-action';
import type { ActionResult } from '@/lib/core/action-result';
import type { ChoiceGroup } from './people-view';

/** What came of it, and what was typed: shown again if it has to be corrected. */
export type Kept = ActionResult & {
  values: Record<string, string>;
  /** What is asked before it is done: a box to tick, with the value it sends. */
  confirm?: { name: string; value: string; label: string };
};

export type KeptField = {
  name: string;
  label: string;
  type?: 'text' | 'email';
  required?: true;
  help?: string;
  placeholder?: string;
  /** Makes it a list to choose from; the first entry, if it has no value, is no choice. */
  choices?: ChoiceGroup[];
};

type Act = (told: Kept | undefined, data: FormData) => Promise<Kept>;

/** A short form with text to type: what is refused stays as it was typed, with and without scripts. */
export function PeopleKeptForm({
  act,
  action,
  failed,
  fields,
  submit,
  children,
}: {
  act: string;
  action: Act;
  /** Said if the action itself did not come through. */
  failed: string;
  fields: KeptField[];
  submit: string;
  children?: ReactNode;
}) {
  const toFailed = (before: Kept | undefined, code?: string): Kept => {
    return { form: '', tone: 'bad', text: withCode(failed, code), values: before?.values ?? {} };
  };
  const [told, dispatch, isPending] = useActionState(guarded<Kept | undefined>(action, toFailed), undefined);
  const isBusy = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isPending) isBusy.current = false;
  }, [isPending]);
  // The same words again are news again: each outcome is an object of its own.
  useEffect(() => {
    if (told) place.current?.focus();
  }, [told]);
  return (
    <form
      action={dispatch}
      onSubmit={(event) => {
        if (isBusy.current) event.preventDefault();
        isBusy.current = true;
      }}
      className="max-w-md space-y-3"
    >
      {told && (
        <div ref={place} tabIndex={-1} className="outline-none">
          <Banner tone={told.tone} title={told.text} />
        </div>
      )}
      <input type="hidden" name="act" value={act} />
      {fields.map((field) => (
        // A list that is reset goes back to what it began with, so that one begins anew.
        <Field key={`${field.name} ${told?.values[field.name] ?? ''}`} field={field} typed={told?.values} />
      ))}
      {told?.confirm && (
        <label key={told.confirm.value} className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            name={told.confirm.name}
            value={told.confirm.value}
            className="size-5 shrink-0 accent-accent"
          />
          {told.confirm.label}
        </label>
      )}
      {children}
      <Button type="submit" look="primary" aria-disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}

function Field({ field, typed }: { field: KeptField; typed: Record<string, string> | undefined }) {
  const { name, label, help, choices, type = 'text', required, placeholder } = field;
  const id = `kept-${name}`;
  const shared = { id, name, required, defaultValue: typed?.[name] ?? '' };
  const describedBy = help ? `${id}-help` : undefined;
  return (
    <Labelled id={id} label={label}>
      {choices ? (
        <Select {...shared} aria-describedby={describedBy}>
          <Choices groups={choices} />
        </Select>
      ) : (
        <TextInput
          {...shared}
          type={type}
          placeholder={placeholder}
          maxLength={254}
          autoComplete="off"
          aria-describedby={describedBy}
        />
      )}
      {help && (
        <p id={`${id}-help`} className="pt-1 text-sm text-muted">
          {help}
        </p>
      )}
    </Labelled>
  );
}

/** Entries of a native list, those of one organization under its name. */
export function Choices({ groups }: { groups: ChoiceGroup[] }) {
  return groups.map(({ label, choices }) => {
    const options = choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ));
    return label === '' ? (
      options
    ) : (
      <optgroup key={label} label={label}>
        {options}
      </optgroup>
    );
  });
}
