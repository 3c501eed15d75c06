import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { PageHeading } from '@/components/shell/page-heading';
import { PostOnce } from '@/components/shell/post-once';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { getBrand } from '@/lib/brand/current';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { readUnsubscribeToken } from '@/lib/notices/unsubscribe-token';

const querySchema = z.object({ token: z.string().catch(''), done: z.string().optional().catch(undefined) });

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Unsubscribe'))('title') };
}

/** The target of the link in a mail, for people without a session. Opening it ends nothing: mail scanners open links. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const { token, done } = querySchema.parse(firstOf(await searchParams));
  const t = await getTranslations('Unsubscribe');
  if (done !== undefined) return <Answer title={t('doneTitle')} text={t('done')} />;
  if (readUnsubscribeToken(env(), token) === undefined)
    return <Answer title={t('unknownTitle')} text={t('unknown')} />;
  return (
    <div className="mx-auto max-w-md space-y-4">
      <PageHeading title={t('title')} />
      <p>{t('ask', { brand: (await getBrand()).name })}</p>
      <PostOnce action={`/api/unsubscribe?token=${encodeURIComponent(token)}`}>
        <input type="hidden" name="from" value="page" />
        <Button type="submit" variant="primary">
          {t('button')}
        </Button>
      </PostOnce>
    </div>
  );
}

async function Answer({ title, text }: { title: string; text: string }) {
  const t = await getTranslations('Unsubscribe');
  return (
    <div className="mx-auto max-w-md space-y-4">
      <PageHeading title={title} />
      <p>{text}</p>
      <LinkButton href="/settings">{t('settings')}</LinkButton>
    </div>
  );
}
