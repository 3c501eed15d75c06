import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { TimeZone } from '@/components/shell/time-zone';
import { getSignedIn } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { MAX_ANSWERS_BYTES } from '@/lib/core/file-limits';
import { VerifyForm } from './_parts/verify-form';
import { verifyAction } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Verify'))('title') };
}

/** Anyone verifies a receipt here, without signing in. */
export default async function VerifyPage() {
  const t = await getTranslations('Verify');
  const common = await getTranslations('Common');
  return (
    <div className="mx-auto max-w-form">
      {!(await getSignedIn()) && <TimeZone />}
      <PageHeading title={t('title')} />
      <p className="max-w-prose pb-5 print:hidden">{t('intro', { brand: (await getBrand()).name })}</p>
      <VerifyForm
        action={verifyAction}
        texts={{
          code: (await getTranslations('Receipt'))('code'),
          codeHint: t('codeHint'),
          answers: t('answers'),
          answersHint: t('answersHint'),
          check: t('check'),
          checking: common('working'),
          failed: t('failed'),
          tooBig: t('file.too-big'),
        }}
        maxBytes={MAX_ANSWERS_BYTES}
      />
    </div>
  );
}
