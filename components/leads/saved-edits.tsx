import { getTranslations } from 'next-intl/server';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import type { SavedEditView } from '@/lib/leads/view';
import { AnswerText } from './answer-text';

/** Saved edits that the details of a lead do not show: not confirmed yet, or missing in the portal. */
export async function SavedEdits({ edits, now }: { edits: readonly SavedEditView[]; now: Date }) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  return edits.map(({ id, state, savedAt, fields }) => (
    <Banner key={id} tone={state === 'missing' ? 'warn' : 'info'} title={t(`savedEdit.${state}Title`)}>
      <p>{t(`savedEdit.${state}`, { time: moment(savedAt, now).text })}</p>
      <dl className="pt-1">
        {fields.map((field) => (
          <div key={field.id} className="flex flex-wrap gap-x-1.5">
            <dt dir="auto" className="text-muted">
              {field.label}
            </dt>
            <dd dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              <AnswerText field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  ));
}
