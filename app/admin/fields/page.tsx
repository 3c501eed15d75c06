import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PartTabs } from '@/components/admin/part-tabs';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { getTextLanguage } from '@/lib/lead-schema/text-language';
import { FieldsBody } from './_parts/field-parts';
import { fieldsAddress } from './_parts/field-view';
import { fieldsAction } from './actions';
import { FIELDS_PARTS, getFieldsPart, parseFieldsQuery } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Fields'))('title') };
}

export default async function FieldsPage({ searchParams }: Props) {
  await requireAdmin('/admin/fields');
  const db = await getDb();
  const query = parseFieldsQuery(await searchParams, await getTextLanguage(db));
  const { part, field, texts } = query;
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  const preview = await getTranslations('FormPreview');
  return (
    <>
      <PageHeading title={t('title')}>
        <LinkButton href="/admin/fields/preview">{preview('title')}</LinkButton>
      </PageHeading>
      <PartTabs
        label={common('tabs')}
        parts={FIELDS_PARTS.map((each) => ({
          href: fieldsAddress(each, { texts: each === 'fields' ? texts : undefined }),
          text: t(`tab.${each}`),
          isHere: each === part,
        }))}
      />
      {/* Another part is another area: a message about one field must not appear above the next. */}
      <ActionArea key={`${part} ${texts.isDefault ? '' : texts.locale} ${field}`} action={fieldsAction}>
        <FieldsBody data={await getFieldsPart(db, query)} />
      </ActionArea>
    </>
  );
}
