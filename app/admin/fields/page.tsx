import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DecisionDesk } from '@/components/admin/decision-desk';
import { PartTabs } from '@/components/admin/part-tabs';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { decideAction } from './actions';
import { FIELDS_PATH, PARTS, parseFieldsQuery, partHref } from './address';
import { FieldPart, FieldsPart, HistoryPart, StatusesPart } from './parts';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Fields'))('title') };
}

export default async function FieldsPage({ searchParams }: Props) {
  await requireAdmin(FIELDS_PATH);
  const { part, page, field } = parseFieldsQuery(await searchParams);
  const t = await getTranslations('Fields');
  return (
    <>
      <PageHeading title={t('title')} />
      <PartTabs
        label={t('tabs')}
        parts={PARTS.map((each) => ({
          href: partHref(each),
          text: t(`tab.${each}`),
          isHere: each === part,
        }))}
      />
      {/* Another part is another desk: what was said about one field is not said above the next. */}
      <DecisionDesk key={`${part} ${field}`} action={decideAction} failed={t('failed')}>
        {part === 'fields' && (field === undefined ? <FieldsPart /> : <FieldPart fieldId={field} />)}
        {part === 'history' && <HistoryPart page={page} />}
        {part === 'statuses' && <StatusesPart />}
      </DecisionDesk>
    </>
  );
}
