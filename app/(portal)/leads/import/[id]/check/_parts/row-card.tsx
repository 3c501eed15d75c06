import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AnswerLine } from '@/components/leads/answer-text';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';
import type { FieldText } from '@/lib/forms/answer-text';
import type { FormField } from '@/lib/forms/form-model';
import { FixInput } from '../../_parts/fix-input';

/** A row with every text ready. */
export type RowCardView = {
  position: number;
  line: number;
  /** Company or person, as far as the row has them. */
  title: string;
  detail: string;
  isLeftOut: boolean;
  wrong: { field: FormField; shown: string; message: string }[];
  /** What will be sent besides the names. */
  others: FieldText[];
};

type Props = { importId: string; version: string; row: RowCardView; children?: ReactNode };

/** A row that can be corrected in place, left out, or saved as a draft. */
export async function RowCard({ importId, version, row, children }: Props) {
  const t = await getTranslations('Import');
  const { position, line, title, detail, isLeftOut, wrong, others } = row;
  const subject = String(position);
  const about = { import: importId, position };
  const name = t('rowNamed', { line, name: title || t('unnamedRow') });
  return (
    <li className={`${LIST_CARD} space-y-3`}>
      <div>
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </h3>
        {detail && (
          <p dir="auto" className="wrap-anywhere">
            {detail}
          </p>
        )}
        {others.length > 0 && (
          <dl className="flex flex-wrap gap-x-4 pt-1">
            {others.map((field) => (
              <div key={field.id} className="flex max-w-full flex-wrap gap-x-1.5">
                <dt dir="auto" className="text-muted">
                  {field.label}
                </dt>
                <dd dir="auto" className="wrap-anywhere">
                  <AnswerLine field={field} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {wrong.length > 0 && !isLeftOut && (
          <ActionForm command="fix" subject={subject} about={{ ...about, version }} className="contents">
            <div className="flex w-full flex-wrap gap-x-4 gap-y-3 pb-1">
              {wrong.map(({ field, shown, message }) => (
                <FixInput
                  key={field.key}
                  id={`row-${position}-${field.key}`}
                  name={`fix.${field.key}`}
                  field={field}
                  shown={shown}
                  label={field.label}
                  error={message}
                />
              ))}
            </div>
            <SubmitButton size="small" aria-label={t('saveNamed', { name })}>
              {t('save')}
            </SubmitButton>
          </ActionForm>
        )}
        <ActionForm command={isLeftOut ? 'take-in' : 'leave-out'} subject={subject} about={about}>
          <SubmitButton
            variant="ghost"
            size="small"
            aria-label={t(isLeftOut ? 'takeInNamed' : 'leaveOutNamed', { name })}
          >
            {t(isLeftOut ? 'takeIn' : 'leaveOut')}
          </SubmitButton>
        </ActionForm>
        {!isLeftOut && (
          <ActionForm command="draft" subject={subject} about={about}>
            <SubmitButton variant="ghost" size="small" aria-label={t('toDraftNamed', { name })}>
              {t('toDraft')}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </li>
  );
}
