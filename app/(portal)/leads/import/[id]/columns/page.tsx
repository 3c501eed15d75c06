import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
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
import { listDecodings } from '@/lib/imports/read-again';
import { readFirstRows } from '@/lib/imports/store-file';
import { ImportSteps } from '../../_parts/import-steps';
import { importAction } from '../../actions';
import { openSteps } from '../../open-steps';
import { loadImport, type StepProps } from '../load';
import { ColumnForm } from './_parts/column-form';
import { ReadForm } from './_parts/read-form';

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
      <PortalHeader viewer={viewer} />
      <ActionArea action={importAction}>
        <PageHeading title={t('columnsTitle')} detail={stored.fileName || t('pasted')} />
        <ImportSteps id={stored.id} current="columns" open={openSteps(stored)} />
        {stored.startedAt === null && <HowRead stored={stored} />}
        <HiddenRows stored={stored} />
        <p className="max-w-prose pb-2">{t('columnsIntro')}</p>
        <Missing columns={columns} form={form} />
        <ColumnForm
          id={stored.id}
          version={form.whole.version}
          columns={columns.map(({ index, heading, samples, fieldId, isHidden }) => ({
            index,
            isHidden,
            name: heading || t('columnNumber', { number: index + 1 }),
            samples: samples.length > 0 ? series(samples.map(shorten)) : t('noSamples'),
            field: keys.get(fieldId ?? '') ?? '',
          }))}
          fields={[
            ...(dividesNames(form.model.fields) ? [{ key: FULL_NAME, label: t('fullName') }] : []),
            ...form.model.fields,
          ]}
        />
      </ActionArea>
    </>
  );
}

const MAX_SAMPLE = 60;
const shortenTo = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
const shorten = (text: string) => shortenTo(text, MAX_SAMPLE);

/** Shown of each row; the file has all. */
const MAX_CELLS = 5;
const MAX_CELL = 30;

/** What of the file can be read in another way. */
async function HowRead({ stored }: { stored: StoredImport }) {
  const t = await getTranslations('Import');
  const { series } = await getFormats();
  const db = await getDb();
  const rows = await readFirstRows(db, stored.id);
  const listed = (cells: readonly string[]) =>
    series(
      cells
        .filter((cell) => !isBlank(cell))
        .slice(0, MAX_CELLS)
        .map((cell) => shortenTo(cell, MAX_CELL)),
    );
  const { readAs } = stored;
  const sheets = readAs?.kind === 'xlsx' ? readAs.sheets : undefined;
  const encodings = readAs?.kind === 'csv' ? await listDecodings(db, stored) : [];
  return (
    <ReadForm
      id={stored.id}
      sheets={
        sheets && {
          chosen: readAs?.kind === 'xlsx' ? readAs.sheet : '',
          options: sheets.map((sheet) => ({ value: sheet, text: sheet })),
        }
      }
      encodings={
        encodings.length > 0
          ? {
              chosen: readAs?.kind === 'csv' && readAs.choice !== 'unsure' ? readAs.encoding : '',
              options: encodings.map(({ encoding, cells }) => ({
                value: encoding,
                text: t('withCells', { name: nameOf(encoding), cells: listed(cells) }),
              })),
            }
          : undefined
      }
      headings={{
        chosen: String(rows.findLast(({ isHeading }) => isHeading)?.position ?? 'none'),
        options: [
          { value: 'none', text: t('noHeadings') },
          ...rows.map(({ position, line, cells }) => ({
            value: String(position),
            text: t('withCells', { name: t('rowNumber', { line }), cells: listed(cells.map(String)) }),
          })),
        ],
      }}
    />
  );
}

/** As its letters are usually written. */
const nameOf = (encoding: string) => encoding.toUpperCase().replace('WINDOWS', 'Windows');

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
