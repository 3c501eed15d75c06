import { getTranslations } from 'next-intl/server';
import { ActionChoice, ActionInput, ActionSelect, ActionTextArea } from '@/components/shell/action-fields';
import { isolate } from '@/lib/core/isolate';
import type { FormField } from '@/lib/forms/form-model';
import { hasChoices, LEAVE_EMPTY, MAX_TYPED } from '@/lib/forms/typed-cell';
import type { WrongCell } from '@/lib/imports/list-rows';

/** Shown of what the file has. */
const MAX_SHOWN = 100;
const MAX_NAMED = 30;

type Props = {
  position: number;
  cell: WrongCell;
  /** Whether it is the first one of the page with this in the file: it can stand for all. */
  isFirst: boolean;
  /** Whether it can be corrected here. */
  isOpen: boolean;
};

/** A cell that the form refuses: its control, why it is refused, and what the file has there. */
export async function FixCell({ position, cell, isFirst, isOpen }: Props) {
  const t = await getTranslations('Import');
  const { field, shown, message, inFile, same } = cell;
  const name = `${position}.${field.key}`;
  const id = `fix-${position}-${field.key}`;
  const isEditable = isOpen && shown.length <= MAX_TYPED;
  return (
    <div data-same={`${field.key} ${inFile}`} className="group w-full space-y-1 lg:w-52">
      {isEditable && <Control id={id} name={`fix.${name}`} field={field} shown={shown} />}
      <p
        id={`${id}-error`}
        dir="auto"
        className="text-sm font-semibold wrap-anywhere text-danger group-has-data-problem:hidden"
      >
        {message}
      </p>
      {inFile !== '' && (!isEditable || hasChoices(field) || inFile !== shown) && (
        <p dir="auto" className="text-sm wrap-anywhere text-muted">
          {t('inFile', { text: isolate(cut(inFile, MAX_SHOWN)) })}
        </p>
      )}
      {isOpen && !isEditable && <p className="text-sm text-muted">{t('tooLong')}</p>}
      {isEditable && isFirst && same > 1 && (
        <ActionChoice
          type="checkbox"
          name={`all.${name}`}
          value="yes"
          isChosen={false}
          className="flex min-h-8 items-center gap-2 text-sm wrap-anywhere"
        >
          {inFile === ''
            ? t('useForEmpty', { count: same })
            : t('useForAll', { count: same, text: isolate(cut(inFile, MAX_NAMED)) })}
        </ActionChoice>
      )}
    </div>
  );
}

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

/** Named by its column, which is shown above it where rows are cards. */
async function Control({
  id,
  name,
  field,
  shown,
}: Pick<WrongCell, 'field' | 'shown'> & { id: string; name: string }) {
  const wiring = { id, name, 'aria-describedby': `${id}-error`, 'aria-invalid': true } as const;
  return (
    <>
      <label htmlFor={id} dir="auto" className="block text-sm text-muted lg:sr-only">
        {field.label}
      </label>
      {hasChoices(field) ? (
        <Choices wiring={wiring} field={field} shown={shown} />
      ) : field.control === 'textarea' ? (
        <ActionTextArea {...wiring} shown={shown} rows={2} dir="auto" maxLength={MAX_TYPED} />
      ) : (
        <ActionInput {...wiring} shown={shown} dir="auto" autoComplete="off" maxLength={MAX_TYPED} />
      )}
    </>
  );
}

async function Choices({
  wiring,
  field,
  shown,
}: {
  wiring: { id: string; name: string };
  field: FormField;
  shown: string;
}) {
  const form = await getTranslations('Form');
  const t = await getTranslations('Import');
  const yesNo = [
    { value: 'true', label: form('yes') },
    { value: 'false', label: form('no') },
  ];
  const choices = field.kind === 'boolean' ? yesNo : (field.options ?? []);
  const isChoice = choices.some(({ value }) => String(value) === shown);
  return (
    <ActionSelect {...wiring} shown={isChoice ? shown : ''}>
      <option value="">{form('selectOne')}</option>
      {!field.required && <option value={LEAVE_EMPTY}>{t('leaveEmpty')}</option>}
      {choices.map(({ value, label }) => (
        <option key={String(value)} value={String(value)}>
          {label}
        </option>
      ))}
    </ActionSelect>
  );
}
