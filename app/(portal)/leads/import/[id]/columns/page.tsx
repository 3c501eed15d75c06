import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { HeaderOf } from '@/app/(portal)/header-of';
import { ColumnForm } from '@/components/leads/import/column-form';
import { ImportSteps } from '@/components/leads/import/import-steps';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import { getDb } from '@/lib/db/handle';
import { isBlank } from '@/lib/forms/input-values';
import { type ColumnView, readColumns } from '@/lib/imports/choose-columns';
import { dividesNames, FULL_NAME, nameFieldIds } from '@/lib/imports/full-name';
import type { ImportForm } from '@/lib/imports/import-form';
import { countHidden, isChangeable, type StoredImport } from '@/lib/imports/imports';
import { importAction } from '../../actions';
import { openSteps } from '../../open-steps';
import { loadImport, type StepProps } from '../load';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Import'))('columnsTitle') };
}

export default async function ColumnsPage({ params }: StepProps) {
  const { viewer, stored, form } = await loadImport((await params).id, 'columns');
  if (!isChangeable(stored)) redirect(`/leads/import/${stored.id}/send`);
  const t = await getTranslations('Import');
  const columns = await readColumns(await getDb(), viewer, { stored, form });
  const keys = new Map([
    [FULL_NAME, FULL_NAME],
    ...form.model.fields.map(({ id, key }) => [id, key] as const),
  ]);
  const { series } = await getFormats();
  return (
    <>
      <HeaderOf viewer={viewer} />
      <ActionArea action={importAction}>
        <PageHeading title={t('columnsTitle')} detail={stored.fileName || t('pasted')} />
        <ImportSteps id={stored.id} current="columns" open={openSteps(stored)} />
        <p className="text-sm text-muted">
          <ReadAs stored={stored} />
        </p>
        <HiddenRows stored={stored} />
        <p className="max-w-prose pb-2">{t('columnsIntro')}</p>
        <Missing columns={columns} form={form} />
        <ColumnForm
          id={stored.id}
          version={form.whole.version}
          columns={columns.map(({ heading, samples, fieldId }, index) => ({
            name: heading || t('columnNumber', { number: index + 1 }),
            samples: samples.length > 0 ? series(samples.map(shorten)) : t('noSamples'),
            field: keys.get(fieldId ?? '') ?? '',
          }))}
          fields={[
            ...(dividesNames(form.model.fields) ? [{ key: FULL_NAME, label: t('fullName') }] : []),
            ...form.model.fields,
          ]}
          hasHeadings={stored.hasHeadings}
        />
      </ActionArea>
    </>
  );
}

const MAX_SAMPLE = 60;
const shorten = (text: string) =>
  text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE).toWellFormed()}…` : text;

const DELIMITERS: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** How the file was understood, for the person to notice if it was not. */
async function ReadAs({ stored: { readAs } }: { stored: StoredImport }) {
  const t = await getTranslations('Import');
  if (!readAs) return null;
  if (readAs.kind === 'xlsx') return t('readSheet', { sheet: readAs.sheet, others: readAs.otherSheets });
  return t('readCsv', {
    delimiter: DELIMITERS[readAs.delimiter] ?? 'comma',
    encoding: readAs.encoding.toUpperCase(),
  });
}

/** Rows that the person does not see in their workbook, in case they want them too. */
async function HiddenRows({ stored }: { stored: StoredImport }) {
  const t = await getTranslations('Import');
  const count = countHidden(stored);
  if (count === 0) return null;
  return (
    <div className="pb-2">
      <Banner tone="info" title={t('hiddenRows', { count })}>
        <p>{t('hiddenRowsDetail')}</p>
      </Banner>
    </div>
  );
}

/** Required fields that no column is for: they can be set for all rows in the next step. */
async function Missing({ columns, form }: { columns: readonly ColumnView[]; form: ImportForm }) {
  const t = await getTranslations('Import');
  const { series } = await getFormats();
  const used = new Set(columns.map(({ fieldId }) => fieldId));
  if (used.has(FULL_NAME)) for (const id of nameFieldIds(form.model.fields)) used.add(id);
  const unused = form.model.fields.filter(({ id }) => !used.has(id));
  const missing = unused.filter(({ required, defaultAnswer }) => required && defaultAnswer === undefined);
  const preset = unused.filter(
    ({ defaultAnswer }) => defaultAnswer !== undefined && !isBlank(String(defaultAnswer)),
  );
  const labels = (fields: typeof unused) => series(fields.map(({ label }) => label));
  return (
    <div className="space-y-3 pb-4">
      {missing.length > 0 && <Banner tone="warn" title={t('missingFields', { fields: labels(missing) })} />}
      {preset.length > 0 && (
        <p className="text-sm text-muted">{t('presetFields', { fields: labels(preset) })}</p>
      )}
      {form.consents.fields.length > 0 && (
        <p className="text-sm text-muted">{t('consentFields', { fields: labels(form.consents.fields) })}</p>
      )}
    </div>
  );
}
