import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import type { FieldsPartData } from '../query';
import { fieldsAddress } from './field-view';
import { toStatusViews } from './field-views';
import { StatusList } from './status-list';
import { StatusNames } from './status-names';
import { languageName, TextLanguages } from './text-languages';
import { nameIn, toStatusNames } from './translation-views';

type Props = Extract<FieldsPartData, { part: 'statuses' }>;

/** Every status of the leads, or with an override: all about it, or its name in another language. */
export async function StatusesPart({ rows, more, texts, languages, maxLength }: Props) {
  const t = await getTranslations('Fields');
  if (rows.length === 0) return <EmptyState title={t('noStatuses')}>{t('noStatusesDetail')}</EmptyState>;
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses" className="text-lg font-semibold">
        {t('statuses')}
      </h2>
      <div className="pt-2 pb-4">
        <TextLanguages
          here={texts}
          languages={languages}
          total={rows.length}
          countOf={({ locale }) => rows.filter(({ overrides = {} }) => nameIn(overrides, locale)).length}
          hrefOf={(language) => fieldsAddress('statuses', { texts: language })}
        />
      </div>
      {texts.isDefault ? (
        <>
          <p className="max-w-prose pb-3 text-sm text-muted">{t('statusesIntro')}</p>
          <StatusList statuses={await toStatusViews(rows)} longest={maxLength} />
        </>
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm text-muted">
            {t('statusTranslationIntro', { language: await languageName(texts) })}
          </p>
          <StatusNames
            statuses={await toStatusNames(rows, { texts, languages })}
            language={texts}
            longest={maxLength}
          />
        </>
      )}
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('moreStatuses', { count: more })}</p>}
    </section>
  );
}
