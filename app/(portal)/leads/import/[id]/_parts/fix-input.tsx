import { getTranslations } from 'next-intl/server';
import { ActionInput, ActionSelect } from '@/components/shell/action-fields';
import { isolate } from '@/lib/core/isolate';
import type { FormField } from '@/lib/forms/form-model';

type Props = {
  id: string;
  name: string;
  field: FormField;
  /** What is there now. */
  shown?: string;
  label: string;
  /** Why it is refused. */
  error?: string;
};

/** The control for one field of a row, with the reason why its value is refused. */
export async function FixInput({ id, name, field, shown = '', label, error }: Props) {
  const form = await getTranslations('Form');
  const described = error ? { 'aria-describedby': `${id}-error`, 'aria-invalid': true } : {};
  const choices = choicesOf(field, { yes: form('yes'), no: form('no') });
  const isChoice = choices?.some(({ value }) => value === shown);
  return (
    <div className="group min-w-0 max-w-sm grow basis-56">
      <label htmlFor={id} dir="auto" className="mb-1 block text-sm text-muted">
        {label}
      </label>
      {choices ? (
        <ActionSelect id={id} name={name} shown={isChoice ? shown : ''} {...described}>
          <option value="">{form('selectOne')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </ActionSelect>
      ) : (
        <ActionInput id={id} name={name} shown={shown} dir="auto" autoComplete="off" {...described} />
      )}
      {choices && shown !== '' && !isChoice && (
        <p dir="auto" className="pt-1 text-sm wrap-anywhere">
          {(await getTranslations('Import'))('inFile', { text: isolate(shown) })}
        </p>
      )}
      {error && (
        // What was just entered instead is refused above the control.
        <p
          id={`${id}-error`}
          dir="auto"
          className="pt-1 text-sm font-semibold text-danger group-has-data-problem:hidden"
        >
          {error}
        </p>
      )}
    </div>
  );
}

/** The choices of a field that has one answer; several are written with semicolons, as in the file. */
function choicesOf(field: FormField, { yes, no }: { yes: string; no: string }) {
  if (field.kind === 'boolean') {
    return [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ];
  }
  if (field.kind === 'multi-picklist') return undefined;
  return field.options?.map(({ value, label }) => ({ value: String(value), label }));
}
