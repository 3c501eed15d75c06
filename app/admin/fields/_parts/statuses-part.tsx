import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import type { FieldsPartData } from '../query';
import { toStatusViews } from './field-views';
import { StatusList } from './status-list';
import { defaultName } from './text-languages';

type Props = Extract<FieldsPartData, { part: 'statuses' }>;

/** Every status of the leads, or with an override, and all that admins say about it. */
export async function StatusesPart({ rows, more, languages, limits }: Props) {
  const t = await getTranslations('Fields');
  if (rows.length === 0) return <EmptyState title={t('noStatuses')}>{t('noStatusesDetail')}</EmptyState>;
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses" className="text-lg font-semibold">
        {t('tab.statuses')}
      </h2>
      <p className="max-w-prose pt-1 pb-4 text-sm text-muted">
        {t('statusesIntro', { own: await defaultName(languages) })}
      </p>
      <StatusList statuses={await toStatusViews(rows, languages)} languages={languages} limits={limits} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('moreStatuses', { count: more })}</p>}
    </section>
  );
}
