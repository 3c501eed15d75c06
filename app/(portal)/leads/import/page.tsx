import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { FocusedText } from '@/components/ui/focused-text';
import { getFormats } from '@/components/ui/formats';
import { requireViewer } from '@/lib/auth/viewer';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { isChangeable, type ListedImport, listImports, stepOf } from '@/lib/imports/imports';
import { readRetention } from '@/lib/retention/retention';
import { ImportList } from './_parts/import-list';
import { UploadForm } from './_parts/upload-form';
import { importAction } from './actions';
import { FAULTS, faultText } from './fault-text';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Import'))('title') };
}

export default async function ImportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/leads/import');
  const t = await getTranslations('Import');
  const { fault, line, column } = firstOf(await searchParams);
  const db = await getDb();
  const retention = await readRetention(db);
  const imports = await listImports(db, viewer);
  return (
    <>
      <PortalHeader viewer={viewer} />
      <ActionArea action={importAction}>
        <PageHeading title={t('title')} />
        <Fault fault={fault} line={line} column={column} />
        <p className="pb-5 text-muted">{t('intro')}</p>
        <UploadForm missing={MISSING.find((one) => one === fault)} />
        {imports.length > 0 && (
          <ImportList days={retention.imports} imports={await Promise.all(imports.map(toView))} />
        )}
      </ActionArea>
    </>
  );
}

/** Said beside the control that was left empty. */
const MISSING = ['no-file', 'no-cells'] as const;

/** Why the last file could not be read, from the address that its upload led to. Takes the focus. */
async function Fault(asked: Record<'fault' | 'line' | 'column', unknown>) {
  const fault = FAULTS.find((one) => one === asked.fault);
  if (!fault) return null;
  const t = await getTranslations('Import');
  const line = toPlace(asked.line);
  const column = toPlace(asked.column);
  return (
    <div className="pb-4">
      <Banner tone="bad" title={<FocusedText focusFor={fault}>{await faultText(fault)}</FocusedText>}>
        {line !== undefined && (
          <p>{column === undefined ? t('atLine', { line }) : t('atLineAndColumn', { line, column })}</p>
        )}
      </Banner>
    </div>
  );
}

const toPlace = (text: unknown) =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

async function toView({ id, fileName, rows, stored, createdAt, ...facts }: ListedImport) {
  const t = await getTranslations('Import');
  const { moment } = await getFormats();
  return {
    id,
    href: `/leads/import/${id}/${stepOf(facts)}`,
    name: fileName || t('pasted'),
    status: t(`state.${facts.state === 'storing' ? 'open' : facts.state}`, { rows, stored }),
    at: moment(createdAt.toISOString(), new Date()),
    canDelete: isChangeable(facts),
  };
}
