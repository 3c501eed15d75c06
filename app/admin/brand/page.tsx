import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { AutoSave } from '@/components/shell/auto-save';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { requireAdmin } from '@/lib/auth/viewer';
import { MAX_IMAGE_BYTES } from '@/lib/brand/image-limits';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { BrandForm } from './_parts/brand-form';
import { BrandImages } from './_parts/brand-images';
import { BrandWorkbench } from './_parts/brand-workbench';
import { brandAction } from './actions';
import { getBrandPage, parseBrandQuery } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('brand') };
}

export default async function BrandPage({ searchParams }: Props) {
  await requireAdmin('/admin/brand');
  const t = await getTranslations('Brand');
  const nav = await getTranslations('AdminNav');
  const page = await getBrandPage(await getDb());
  const { brand, defaultName } = page;
  const saved = { name: brand.name, logo: brand.logo, accent: brand.accent, defaultName };
  return (
    <>
      <PageHeading title={nav('brand')} intro={t('intro')} />
      <UploadResult searchParams={searchParams} />
      <ActionArea action={brandAction}>
        <BrandWorkbench saved={saved} texts={await previewTexts()}>
          <BrandImages page={page} maxBytes={MAX_IMAGE_BYTES} />
          <BrandForm page={page} />
          <LeadNames isOn={page.namesLeads} />
        </BrandWorkbench>
      </ActionArea>
    </>
  );
}

/** What became of an upload without scripts. */
async function UploadResult({ searchParams }: Props) {
  const t = await getTranslations('Brand');
  const { image = 'logo', outcome } = parseBrandQuery(await searchParams);
  if (!outcome) return null;
  const title = outcome === 'set' ? t('imageSet', { image }) : t(`fault.${outcome}`);
  return (
    <div role="status" className="pb-5">
      <Banner tone={outcome === 'set' ? 'good' : 'bad'} title={title} />
    </div>
  );
}

async function previewTexts() {
  const t = await getTranslations('Brand');
  const common = await getTranslations('Common');
  return {
    title: t('preview'),
    in: { light: t('previewIn', { theme: 'light' }), dark: t('previewIn', { theme: 'dark' }) },
    leads: common('leads'),
    newLead: common('newLead'),
    waiting: common('leads'),
    help: (await getTranslations('Shell'))('help'),
  };
}

/** Whether mails about leads name them. */
async function LeadNames({ isOn }: { isOn: boolean }) {
  const t = await getTranslations('Brand');
  const common = await getTranslations('Common');
  return (
    <Card id="brand-mails" title={t('mails')}>
      <ActionForm command="mail-names">
        <div className="space-y-3">
          <ActionChoice
            type="checkbox"
            name="isOn"
            value="yes"
            isChosen={isOn}
            aria-describedby="brand-mails-hint"
            className="flex min-h-11 items-center gap-3"
          >
            {t('mailNames')}
          </ActionChoice>
          <p id="brand-mails-hint" className="max-w-prose text-sm text-muted">
            {t('mailNamesHint')}
          </p>
          <AutoSave>
            <SubmitButton>{common('save')}</SubmitButton>
          </AutoSave>
        </div>
      </ActionForm>
    </Card>
  );
}
