import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { Icon } from '@/components/ui/icons';
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
      <p className="pb-2">
        <a
          href="/admin/fields"
          className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
        >
          <Icon name="chevron-left" className="size-3.5" />
          {(await getTranslations('Fields'))('title')}
        </a>
      </p>
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
