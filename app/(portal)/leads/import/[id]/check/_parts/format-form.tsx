import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import type { AskedFormat } from '@/lib/db/schema/imports';

type ChosenFormat = { decimal: '.' | ','; dates: 'dmy' | 'mdy' | 'ymd' };

type Props = {
  importId: string;
  version: string;
  fileFormat: ChosenFormat;
  /** What the file has. */
  used: readonly AskedFormat[];
  /** What it does not show by itself. */
  asked: readonly AskedFormat[];
};

/** How numbers and dates in the file are read: stated with examples, and changeable. Nothing for a file without any. */
export async function FormatForm({ importId, version, fileFormat, used, asked }: Props) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  // What is asked for can always be chosen.
  const isShown = (format: AskedFormat) => used.includes(format) || asked.includes(format);
  if (used.length + asked.length === 0) return null;
  const isAsked = { decimal: asked.includes('decimal'), dates: asked.includes('dates') };
  return (
    <ActionForm
      command="fileFormat"
      about={{ import: importId, version }}
      className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5"
    >
      {isShown('decimal') && (
        <div className="min-w-0 max-sm:w-full">
          <label htmlFor="decimal" className="mb-1 block text-sm text-muted">
            {t('numbers')}
          </label>
          <ActionSelect
            id="decimal"
            name="decimal"
            required
            shown={isAsked.decimal ? '' : fileFormat.decimal}
          >
            {isAsked.decimal && <option value="">{t('chooseFormat')}</option>}
            <option value=",">{t('numbersComma')}</option>
            <option value=".">{t('numbersPoint')}</option>
          </ActionSelect>
        </div>
      )}
      {isShown('dates') && (
        <div className="min-w-0 max-sm:w-full">
          <label htmlFor="dates" className="mb-1 block text-sm text-muted">
            {t('dates')}
          </label>
          <ActionSelect id="dates" name="dates" required shown={isAsked.dates ? '' : fileFormat.dates}>
            {isAsked.dates && <option value="">{t('chooseFormat')}</option>}
            {(['dmy', 'mdy', 'ymd'] as const).map((order) => (
              <option key={order} value={order}>
                {t(`datesAs.${order}`)}
              </option>
            ))}
          </ActionSelect>
        </div>
      )}
      <SubmitButton>{common('apply')}</SubmitButton>
    </ActionForm>
  );
}
