import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionInput, ActionSelect } from '@/components/shell/action-fields';
import { ActionConfirm, ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import type { ChoiceGroup } from './people-view';

export type PeopleField = {
  name: string;
  label: string;
  type?: 'text' | 'email';
  required?: true;
  help?: string;
  placeholder?: string;
  /** Makes it a select; a first entry without a value means no choice. */
  choices?: ChoiceGroup[];
  /** In place of a control made here, with this id. */
  control?: (id: string) => ReactNode;
};

/** The choice between agent and manager, the same in every form. */
export async function roleField(): Promise<PeopleField> {
  const t = await getTranslations('People');
  const choices = (['agent', 'manager'] as const).map((value) => ({ value, label: t(`role.${value}`) }));
  return { name: 'role', label: t('roleLabel'), help: t('roleHelp'), choices: [{ label: '', choices }] };
}

/** The choice between the languages of a mail, the reader's own first. */
export async function languageField(
  languages: { value: string; name: string; isCurrent: boolean }[],
): Promise<PeopleField> {
  const t = await getTranslations('People');
  const choices = languages
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
    .map(({ value, name }) => ({ value, label: name }));
  return { name: 'locale', label: t('invite.language'), choices: [{ label: '', choices }] };
}

/** A short form that adds something: labelled fields in one column, and one button. */
export function PeopleForm({
  command,
  fields,
  submit,
}: {
  command: string;
  fields: PeopleField[];
  submit: string;
}) {
  return (
    <ActionForm command={command} className="max-w-md space-y-3">
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <ActionConfirm />
      <SubmitButton variant="primary">{submit}</SubmitButton>
    </ActionForm>
  );
}

function Field({ field }: { field: PeopleField }) {
  const { name, label, help, choices, control, type = 'text', required, placeholder } = field;
  const id = `new-${name}`;
  const describedBy = help ? `${id}-help` : undefined;
  return (
    <Labelled id={id} label={label}>
      {control ? (
        control(id)
      ) : choices ? (
        <ActionSelect id={id} name={name} required={required} aria-describedby={describedBy}>
          <Choices groups={choices} />
        </ActionSelect>
      ) : (
        <ActionInput
          id={id}
          name={name}
          required={required}
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

/** Options of a native select, grouped by organization. */
export function Choices({ groups }: { groups: ChoiceGroup[] }) {
  return groups.map(({ label, choices }) => {
    const options = choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.detail ? `${isolate(choice.label)} – ${choice.detail}` : choice.label}
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
