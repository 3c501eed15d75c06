import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { CARD } from '@/components/ui/card';

type Choice = { chosen: string; options: readonly { value: string; text: string }[] };

type Props = {
  id: string;
  /** The sheets and encodings that it can be read with instead; without a choice, '' is chosen. */
  sheets?: Choice;
  encodings?: Choice;
  /** The row with the headings: 'none', or the position of one of the first. */
  headings: Choice;
};

/** What of the file can be read in another way: its sheet, its encoding, and the row of its headings. */
export async function ReadForm({ id, sheets, encodings, headings }: Props) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  return (
    <section aria-labelledby="read-title" className={`${CARD} mb-5 p-4 sm:p-5`}>
      <h2 id="read-title" className="pb-3 text-lg font-semibold">
        {t('readTitle')}
      </h2>
      <ActionForm command="read" about={{ import: id }} className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {sheets && <ChoiceSelect name="sheet" label={t('sheet')} choice={sheets} />}
        {encodings && (
          <ChoiceSelect name="encoding" label={t('encoding')} choice={encodings} empty={t('chooseFormat')} />
        )}
        <ChoiceSelect name="headings" label={t('chooseHeadings')} choice={headings} />
        <SubmitButton>{common('apply')}</SubmitButton>
      </ActionForm>
    </section>
  );
}

function ChoiceSelect({
  name,
  label,
  choice,
  empty,
}: {
  name: string;
  label: string;
  choice: Choice;
  /** What the empty choice says, where none is made yet. */
  empty?: string;
}) {
  return (
    <div className="w-full max-w-xl">
      <label htmlFor={name} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <ActionSelect id={name} name={name} shown={choice.chosen}>
        {choice.chosen === '' && <option value="">{empty}</option>}
        {choice.options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </ActionSelect>
    </div>
  );
}
