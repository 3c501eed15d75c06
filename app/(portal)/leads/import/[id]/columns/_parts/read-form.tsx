import { getTranslations } from 'next-intl/server';
import { ActionChoice, ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { CARD } from '@/components/ui/card';

/** One of the first rows of the file. */
export type FirstRow = { position: number; line: number; cells: string[] };

type Choice = { chosen: string; options: readonly { value: string; text: string }[] };

type Props = {
  id: string;
  /** The sheets and encodings that it can be read with instead; without a choice, '' is chosen. */
  sheets?: Choice;
  encodings?: Choice;
  rows: readonly FirstRow[];
  /** The position of the row with the headings; undefined if it has none. */
  headings: number | undefined;
};

/** What of the file can be read in another way: its sheet, its encoding, and the row of its headings. */
export async function ReadForm({ id, sheets, encodings, rows, headings }: Props) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  // A row further down was found: all of them are shown, to be compared.
  const isBelow = headings !== undefined && headings > 0;
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
        {!isBelow && (
          <ActionChoice
            type="checkbox"
            name="first"
            value="yes"
            isChosen={headings === 0}
            className="flex min-h-9 items-center gap-3"
          >
            {t('firstIsHeadings')}
          </ActionChoice>
        )}
        <details open={isBelow} className="open:w-full">
          <summary className="min-h-9 w-fit text-accent">{t('otherHeadings')}</summary>
          <fieldset className="space-y-2 pt-2">
            <legend className="sr-only">{t('chooseHeadings')}</legend>
            <p className="text-sm text-muted">{t('chooseHeadings')}</p>
            <FirstRows rows={rows} headings={isBelow ? headings : undefined} canBeNone={isBelow} />
          </fieldset>
        </details>
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

const CELL = 'border-t border-line px-2 py-1 text-left align-middle whitespace-nowrap';

/** A table of the first rows, of which one can be chosen. */
async function FirstRows({
  rows,
  headings,
  canBeNone,
}: Pick<Props, 'rows' | 'headings'> & { canBeNone: boolean }) {
  const t = await getTranslations('Import');
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return (
    <>
      {canBeNone && (
        <ActionChoice
          type="radio"
          name="headings"
          value="none"
          isChosen={false}
          className="flex min-h-10 items-center gap-3"
        >
          {t('noHeadings')}
        </ActionChoice>
      )}
      {/* It scrolls by itself: with the keyboard, too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused */}
      <section aria-label={t('firstRows')} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <tbody>
            {rows.map(({ position, line, cells }) => (
              <tr key={position} className={position === headings ? 'bg-hover font-semibold' : undefined}>
                <th scope="row" className={`${CELL} font-normal`}>
                  <ActionChoice
                    type="radio"
                    name="headings"
                    value={String(position)}
                    isChosen={position === headings}
                    className="flex min-h-8 items-center gap-2"
                  >
                    {t('rowNumber', { line })}
                  </ActionChoice>
                </th>
                {Array.from({ length: width }, (_, index) => (
                  // Cells have no other identity than their place.
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index} dir="auto" className={CELL}>
                    {cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
