import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BackToList } from '@/components/admin/back-to-list';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { MAX_ANSWER_FILE_BYTES } from '@/lib/core/file-limits';
import { PreviewForm } from './_parts/preview-form';
import { previewAction } from './actions';
import { MAX_ANSWER_UNITS } from './read-posted-schema';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('FormPreview'))('title') };
}

/** What a changed form of the portal would mean, before the portal changes it. */
export default async function PreviewPage() {
  await requireAdmin('/admin/fields/preview');
  const t = await getTranslations('FormPreview');
  const common = await getTranslations('Common');
  return (
    <>
      <BackToList href="/admin/fields" text={(await getTranslations('Fields'))('title')} />
      <PageHeading title={t('title')} intro={t('intro')} />
      <PreviewForm
        action={previewAction}
        texts={{
          answer: t('answer'),
          answerHint: t('answerHint'),
          file: t('file'),
          fileHint: t('fileHint'),
          try: t('try'),
          tryCurrent: t('tryCurrent'),
          trying: common('working'),
          failed: t('failed'),
          tooLarge: t('fault.too-large'),
        }}
        limits={{ file: MAX_ANSWER_FILE_BYTES, text: MAX_ANSWER_UNITS }}
      />
    </>
  );
}
