import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { BackToList } from '@/components/admin/back-to-list';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Pagination } from '@/components/ui/pagination';
import { fieldsToTranslate } from '@/lib/forms/field-translations';
import type { KnownSchema } from '@/lib/lead-schema/schema';
import type { FieldsPartData } from '../query';
import { FieldCard } from './field-card';
import { FieldHistory, toVersionViews } from './field-history';
import { FieldTable, MissingFieldsTable } from './field-table';
import { fieldsAddress } from './field-view';
import { toFieldView, toFieldViews } from './field-views';
import { StatusesPart } from './statuses-part';
import { DefaultLanguage, defaultName, languageName, TextLanguages } from './text-languages';
import { TranslationCard } from './translation-card';
import { TranslationTable } from './translation-table';
import { countTranslated, toTranslationViews } from './translation-views';

type Data<Part extends FieldsPartData['part']> = Extract<FieldsPartData, { part: Part }>;

/** The requested part of the page. */
export function FieldsBody({ data }: { data: FieldsPartData }) {
  switch (data.part) {
    case 'history':
      return <HistoryPart {...data} />;
    case 'statuses':
      return <StatusesPart {...data} />;
    case 'fields':
      return data.fieldId === undefined ? (
        <FieldsPart {...data} />
      ) : (
        <OneField {...data} fieldId={data.fieldId} />
      );
  }
}

type Known = { known: KnownSchema };

/** Every field, in the desk's own language with everything about it, in another one with its texts. */
async function FieldsPart({ known, ...rest }: Data<'fields'>) {
  const t = await getTranslations('Fields');
  if (!known) return <EmptyState title={t('noForm')}>{t('noFormDetail')}</EmptyState>;
  return (
    <div className="space-y-5">
      <FieldLanguages known={known} {...rest} />
      {rest.texts.isDefault ? (
        <>
          <DefaultLanguage {...rest} />
          <FieldList known={known} {...rest} />
          <DuplicatesElsewhere isOn={rest.isNotifiedElsewhere} />
        </>
      ) : (
        <Translations known={known} {...rest} />
      )}
    </div>
  );
}

function FieldLanguages({ known, stored, texts, languages, fieldId }: Data<'fields'> & Known) {
  const fields = fieldsToTranslate(known.schema.fields, stored);
  return (
    <TextLanguages
      here={texts}
      languages={languages}
      total={fields.length}
      countOf={({ locale }) => countTranslated(fields, { stored, locale })}
      hrefOf={(language) => fieldsAddress('fields', { texts: language, field: fieldId })}
    />
  );
}

async function Translations({ known, stored, texts, languages }: Data<'fields'> & Known) {
  const t = await getTranslations('Fields');
  const language = await languageName(texts);
  const own = await defaultName(languages);
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t('translationIntro', { language, own })}</p>
      <TranslationTable
        rows={await toTranslationViews({ schema: known.schema, stored, texts, languages })}
        language={texts}
      />
    </>
  );
}

/** Every field of the portal, and overrides for removed fields. */
async function FieldList({ known, stored }: Data<'fields'> & Known) {
  const t = await getTranslations('Fields');
  const { ago } = await getFormats();
  const { rows, gone, alarms } = await toFieldViews(known.schema, stored);
  const readAgo = ago(known.checkedAt.toISOString(), new Date());
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t('read', { ago: readAgo, count: rows.length })}</p>
      {alarms.length > 0 && (
        <Banner tone="warn" title={t('attention', { count: alarms.length })}>
          <ul className="list-disc pl-5 wrap-anywhere">
            {[...new Set(alarms)].map((alarm) => (
              <li key={alarm} dir="auto">
                {alarm}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <FieldTable rows={rows} />
      {gone.length > 0 && (
        <section aria-labelledby="gone">
          <h2 id="gone" className="text-lg font-semibold">
            {t('gone')}
          </h2>
          <p className="max-w-prose pb-3 text-sm text-muted">{t('goneIntro')}</p>
          <MissingFieldsTable rows={gone} />
        </section>
      )}
    </>
  );
}

/** One field, to be changed. */
async function OneField(data: Data<'fields'> & { fieldId: string }) {
  const t = await getTranslations('Fields');
  const { known, texts } = data;
  const card = known && (await cardOf({ ...data, known }));
  return (
    <>
      <BackToList href={fieldsAddress('fields', { texts })} text={t('back')} />
      {card ? (
        <div className="space-y-5">
          <FieldLanguages {...data} known={known} />
          {card}
        </div>
      ) : (
        <EmptyState title={t('unknownField')}>{t('unknownFieldDetail')}</EmptyState>
      )}
    </>
  );
}

/** The field in the chosen language; undefined if there is none, or none that people see. */
async function cardOf({
  known,
  stored,
  texts,
  languages,
  fieldId,
  limits,
}: Data<'fields'> & Known & { fieldId: string }): Promise<ReactNode> {
  const { schema } = known;
  if (texts.isDefault) {
    const field = await toFieldView(schema, { overrides: stored, fieldId });
    return field && <FieldCard field={field} limits={limits} />;
  }
  const fields = await toTranslationViews({ schema, stored, texts, languages });
  const index = fields.findIndex(({ id }) => id === fieldId);
  const field = fields[index];
  const others = [...fields.slice(index + 1), ...fields.slice(0, index)];
  const next = others.find(({ isTranslated }) => !isTranslated);
  return (
    field && (
      <TranslationCard field={field} next={next} limits={limits} language={texts} languages={languages} />
    )
  );
}

/** The versions of the portal's form, ten at a time. */
async function HistoryPart({ history }: Data<'history'>) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  const { pages, total } = history;
  if (total === 0) return <EmptyState title={t('noForm')}>{t('noFormDetail')}</EmptyState>;
  const isCapped = history.isCapped ? 'yes' : 'no';
  const step = (to: number) => (to >= 1 && to <= pages ? fieldsAddress('history', { page: to }) : undefined);
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg font-semibold">
        {t('history')}
      </h2>
      <p className="max-w-prose pb-3 text-sm text-muted">{t('historyIntro', { total, capped: isCapped })}</p>
      <FieldHistory versions={await toVersionViews(history.entries, new Date())} />
      {pages > 1 && (
        <div className="pt-4">
          <Pagination
            label={common('pages')}
            current={common('pageOf', { page: history.page, pages })}
            previous={{ text: t('newer'), href: step(history.page - 1) }}
            next={{ text: common('older'), href: step(history.page + 1) }}
          />
        </div>
      )}
    </section>
  );
}

/** Whether people who enter a lead are told that the portal has one of the same company from another organization. */
async function DuplicatesElsewhere({ isOn }: { isOn: boolean }) {
  const t = await getTranslations('Fields.known');
  const common = await getTranslations('Common');
  return (
    <section aria-labelledby="known-elsewhere">
      <h2 id="known-elsewhere" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="max-w-prose pb-1 text-sm text-muted">{t('intro')}</p>
      <ActionForm command="tell-elsewhere">
        {/* Re-mounted with the saved value: React keeps the state of an existing control. */}
        <div key={String(isOn)} className="space-y-3">
          <ActionChoice
            type="checkbox"
            name="isOn"
            value="yes"
            isChosen={isOn}
            aria-describedby="known-elsewhere-hint"
            className="flex min-h-11 items-center gap-3"
          >
            {t('choice')}
          </ActionChoice>
          <p id="known-elsewhere-hint" className="max-w-prose text-sm text-muted">
            {t('hint', { sentence: (await getTranslations('Known'))('elsewhere') })}
          </p>
          <SubmitButton>{common('save')}</SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}
